# Makes src/test/resources/glmnet/families.json: classes, counts and several targets, and glmnet's solutions on them.
# Run from the folder of the module core:  Rscript src/test/r/glmnet_families.R
# Needs the packages glmnet and jsonlite (Debian: r-cran-glmnet, r-cran-jsonlite).
# The versions it ran with are written into the file.
library(glmnet)
library(jsonlite)

# To the end of every path, however well its last points fit.
before <- glmnet.control()
glmnet.control(fdev = 0, devmax = 1, mnlam = 1000)
count <- 10
tight <- 1e-20

# Classes count from 0. Coefficients: point by point, in it column by column, in it feature by feature.
solve <- function(name, family, x, y, alpha = 1, standardize = TRUE, weights = rep(1, nrow(x)),
                  ratio = 0.02, grouped = FALSE) {
  run <- function(...) {
    label <- if (family == "multinomial") factor(y) else y
    args <- list(x = x, y = label, family = family, weights = weights, alpha = alpha, standardize = standardize, ...)
    if (family == "multinomial") args$type.multinomial <- if (grouped) "grouped" else "ungrouped"
    do.call(if ("foldid" %in% names(args)) cv.glmnet else glmnet, args)
  }
  start <- run(nlambda = count, lambda.min.ratio = ratio)
  lambda <- start$lambda[1] * ratio^((0:(count - 1)) / (count - 1))
  fit <- run(lambda = lambda, thresh = tight, maxit = 1e8)
  stopifnot(length(fit$lambda) == count)
  columns <- if (is.list(fit$beta)) fit$beta else list(fit$beta)
  coefficients <- unlist(lapply(1:count, function(k) lapply(columns, function(b) as.vector(b[, k]))))
  fold <- rep(1:4, length.out = nrow(x))
  cv <- run(lambda = lambda, foldid = fold, thresh = tight, maxit = 1e8)
  list(name = name, family = family, rows = nrow(x), features = ncol(x), columns = length(columns),
       alpha = alpha, standardize = standardize, grouped = grouped, x = as.vector(x), y = as.vector(y),
       weights = weights, lambdaMax = start$lambda[1], lambda = lambda,
       intercept = as.vector(fit$a0), coefficients = coefficients, fold = fold, cvMean = cv$cvm)
}

set.seed(20150812)
# Few digits keep the file small.
short <- function(v) round(v, 3)
# More rows than features, features of different scales.
x1 <- short(matrix(rnorm(60 * 6), 60) %*% diag(10^seq(-1, 1, length.out = 6)) + 1)
eta1 <- as.vector(x1 %*% c(8, 0, -1, 0.5, 0, 0.05))
eta1 <- eta1 - mean(eta1)
b1 <- rbinom(60, 1, plogis(eta1))
c1 <- rpois(60, exp(0.3 * eta1 + 0.5))
w1 <- short(runif(60, 0.2, 2))
# Fewer rows than features.
x2 <- short(matrix(rnorm(24 * 40), 24))
eta2 <- as.vector(x2[, 1:4] %*% c(1.5, -1, 0.8, 0.8))
b2 <- rbinom(24, 1, plogis(eta2))
c2 <- rpois(24, exp(0.4 * eta2))
# Classes.
x3 <- short(matrix(rnorm(80 * 5), 80))
class <- function(x, K) {
  p <- exp(x %*% matrix(rnorm(ncol(x) * K), ncol(x)))
  apply(p, 1, function(v) sample(K, 1, prob = v)) - 1
}
k3 <- class(x3, 3)
k4 <- class(x3, 4)
k5 <- class(x2, 3)
w3 <- short(runif(80, 0.2, 2))
# Several targets that share which features matter.
x4 <- short(matrix(rnorm(50 * 8), 50) %*% diag(10^seq(-0.5, 0.5, length.out = 8)) + 2)
B <- matrix(0, 8, 3)
B[c(1, 3, 8), ] <- rnorm(9)
y4 <- short(x4 %*% B + matrix(rnorm(150), 50) %*% diag(c(0.5, 1, 2)))
w4 <- short(runif(50, 0.2, 2))
y5 <- short(x2[, 1:2] %*% matrix(c(1, -2, 2, 1, 0.5, 1), 2) + 0.3 * matrix(rnorm(72), 24))

problems <- list(
  solve("two classes, lasso", "binomial", x1, b1),
  solve("two classes, weights, not standardised", "binomial", x1, b1, standardize = FALSE, weights = w1),
  solve("two classes, elastic net, weights", "binomial", x1, b1, alpha = 0.5, weights = w1),
  solve("two classes, fewer rows than features", "binomial", x2, b2, ratio = 0.1),
  solve("two classes, fewer rows than features, elastic net", "binomial", x2, b2, alpha = 0.5, ratio = 0.05),
  solve("counts, lasso", "poisson", x1, c1),
  solve("counts, weights, not standardised", "poisson", x1, c1, standardize = FALSE, weights = w1),
  solve("counts, elastic net, weights", "poisson", x1, c1, alpha = 0.5, weights = w1),
  solve("counts, fewer rows than features", "poisson", x2, c2, ratio = 0.1),
  solve("counts, fewer rows than features, elastic net", "poisson", x2, c2, alpha = 0.5, ratio = 0.05),
  solve("three classes", "multinomial", x3, k3),
  solve("three classes, grouped", "multinomial", x3, k3, grouped = TRUE),
  solve("four classes, weights", "multinomial", x3, k4, weights = w3),
  solve("four classes, grouped, weights", "multinomial", x3, k4, weights = w3, grouped = TRUE),
  solve("four classes, elastic net, not standardised", "multinomial", x3, k4, alpha = 0.5, standardize = FALSE),
  solve("four classes, grouped, elastic net", "multinomial", x3, k4, alpha = 0.5, grouped = TRUE),
  solve("three classes, fewer rows than features", "multinomial", x2, k5, ratio = 0.2),
  solve("three classes, fewer rows than features, grouped", "multinomial", x2, k5, ratio = 0.2, grouped = TRUE),
  solve("three targets", "mgaussian", x4, y4),
  solve("three targets, not standardised", "mgaussian", x4, y4, standardize = FALSE),
  solve("three targets, weights, elastic net", "mgaussian", x4, y4, alpha = 0.5, weights = w4),
  solve("three targets, fewer rows than features", "mgaussian", x2, y5, ratio = 0.1))
glmnet.control(fdev = before$fdev, devmax = before$devmax, mnlam = before$mnlam)
out <- list(versions = list(R = R.version.string, glmnet = as.character(packageVersion("glmnet")),
                            jsonlite = as.character(packageVersion("jsonlite"))),
            seed = 20150812, problems = problems)
write(toJSON(out, digits = I(15), auto_unbox = TRUE), "src/test/resources/glmnet/families.json")
