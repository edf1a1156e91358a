# PLS regression by R's pls on complete data:  Rscript src/test/r/pls_reference.R > src/test/resources/pls/reference.json
# Features and targets are scaled as our solver does it (divisor n); kernelpls solves each component exactly.
suppressPackageStartupMessages(library(pls))
set.seed(5)
numbers <- function(m) paste0("[", paste(apply(m, 1, function(r) paste0("[", paste(sprintf("%.17g", r), collapse = ","), "]")),
                                         collapse = ",\n"), "]")
standardised <- function(m) { m <- sweep(m, 2, colMeans(m)); sweep(m, 2, sqrt(colMeans(m^2)), "/") }
case <- function(n, features, targets, components) {
  codes <- matrix(rnorm(n * 3), n)
  x <- codes %*% matrix(rnorm(3 * features), 3) + 0.5 * matrix(rnorm(n * features), n) + 2
  y <- codes %*% matrix(rnorm(3 * targets), 3) + 0.3 * matrix(rnorm(n * targets), n) - 1
  fit <- plsr(standardised(y) ~ standardised(x), ncomp = components, method = "kernelpls")
  scale_y <- sqrt(colMeans(sweep(y, 2, colMeans(y))^2))
  fitted <- lapply(1:components, function(a)
    sweep(sweep(matrix(fitted(fit)[, , a], n), 2, scale_y, "*"), 2, colMeans(y), "+"))
  paste0('{"x":', numbers(x), ',\n"y":', numbers(y), ',\n"fitted":[', paste(sapply(fitted, numbers), collapse = ",\n"), "]}")
}
cat('{"made_by":"', R.version.string, ", pls ", as.character(packageVersion("pls")), '",\n"cases":[',
    paste(case(25, 8, 1, 5), case(30, 12, 3, 6), sep = ",\n"), "]}\n", sep = "")
