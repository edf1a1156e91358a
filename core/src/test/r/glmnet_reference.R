# Makes src/test/resources/glmnet/reference.json: data and glmnet's solutions on them.
# Run from the folder of the module core:  Rscript src/test/r/glmnet_reference.R
# Needs the packages glmnet and jsonlite (Debian: r-cran-glmnet, r-cran-jsonlite).
# The versions it ran with are written into the file.
library(glmnet)
library(jsonlite)

solve <- function(name, x, y, alpha, standardize, weights = rep(1, nrow(x)), count = 20, ratio = 0.01) {
  start <- glmnet(x, y, weights = weights, alpha = alpha, standardize = standardize,
                  nlambda = count, lambda.min.ratio = ratio)
  lambda <- start$lambda[1] * ratio^((0:(count - 1)) / (count - 1))
  fit <- glmnet(x, y, weights = weights, alpha = alpha, standardize = standardize, lambda = lambda,
                thresh = 1e-20, maxit = 1e8)
  stopifnot(length(fit$lambda) == count)
  fold <- rep(1:5, length.out = nrow(x))
  cv <- cv.glmnet(x, y, weights = weights, alpha = alpha, standardize = standardize, lambda = lambda,
                  foldid = fold, thresh = 1e-20, maxit = 1e8)
  list(name = name, rows = nrow(x), features = ncol(x), alpha = alpha, standardize = standardize,
       x = as.vector(x), y = y, weights = weights, lambdaMax = start$lambda[1], lambda = lambda,
       intercept = as.vector(fit$a0), coefficients = as.vector(as.matrix(fit$beta)),
       fold = fold, cvMean = cv$cvm, cvStandardError = cv$cvsd,
       lambdaMin = cv$lambda.min, lambdaOneSe = cv$lambda.1se)
}

set.seed(20150811)
# More rows than features, features of very different scales, lasso.
x1 <- matrix(rnorm(60 * 8), 60) %*% diag(10^seq(-1, 1, length.out = 8)) + 3
y1 <- as.vector(x1 %*% c(2, 0, 0, -1, 0, 0.3, 0, 0) + rnorm(60) + 5)
# Fewer rows than features, elastic net.
x2 <- matrix(rnorm(20 * 40), 20)
y2 <- as.vector(x2[, 1:4] %*% c(3, -2, 1, 1) + 0.5 * rnorm(20))
# Neighbouring features correlated at 0.95, row weights.
x3 <- matrix(rnorm(50 * 25), 50)
for (j in 2:25) x3[, j] <- 0.95 * x3[, j - 1] + sqrt(1 - 0.95^2) * x3[, j]
y3 <- as.vector(x3[, c(3, 10, 20)] %*% c(1, -1, 2) + 0.7 * rnorm(50))
w3 <- runif(50, 0.2, 2)

problems <- list(
  solve("more rows than features, lasso", x1, y1, 1, TRUE),
  solve("more rows than features, not standardised", x1, y1, 1, FALSE),
  solve("fewer rows than features, elastic net", x2, y2, 0.5, TRUE, ratio = 0.05),
  solve("fewer rows than features, lasso", x2, y2, 1, TRUE, ratio = 0.05),
  solve("correlated, lasso, weights", x3, y3, 1, TRUE, w3),
  solve("correlated, elastic net, weights", x3, y3, 0.2, FALSE, w3),
  solve("correlated, ridge", x3, y3, 0, TRUE, ratio = 1e-4))
out <- list(versions = list(R = R.version.string, glmnet = as.character(packageVersion("glmnet")),
                            jsonlite = as.character(packageVersion("jsonlite"))),
            seed = 20150811, problems = problems)
write(toJSON(out, digits = I(17), auto_unbox = TRUE), "src/test/resources/glmnet/reference.json")
