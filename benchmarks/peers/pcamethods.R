# Codes by pcaMethods, then cv.glmnet on them:  Rscript pcamethods.R ppca|bpca shipped|least-squares TRAIN TEST PREDICTIONS
#
# shipped:        scores() for the training rows, predict() for new ones; predict() puts 0 where an entry is missing.
# least-squares:  for all rows the code that fits the observed entries best, from the same loadings.
suppressPackageStartupMessages({library(pcaMethods); library(glmnet)})
arguments <- commandArgs(trailingOnly = TRUE)
kind <- arguments[1]; codes_by <- arguments[2]
RANKS <- c(5, 10, 20, 30)
set.seed(1)

read_table <- function(path) as.matrix(read.csv(path, check.names = FALSE, na.strings = ""))
train <- read_table(arguments[3]); test <- read_table(arguments[4])
train <- train[!is.na(train[, "y"]), , drop = FALSE]
y <- train[, "y"]
features <- setdiff(colnames(train), "y")
x <- train[, features, drop = FALSE]; z <- test[, features, drop = FALSE]

# columns without spread say nothing, and pca() refuses empty ones
spread <- function(x) { s <- apply(x, 2, sd, na.rm = TRUE); is.finite(s) & s > 0 }

# (P_O'P_O + tiny ridge) a = P_O'x_O
least_squares <- function(x, P) t(apply(x, 1, function(row) {
  o <- !is.na(row); Po <- P[o, , drop = FALSE]
  solve(crossprod(Po) + diag(1e-8, ncol(P)), crossprod(Po, row[o]))
}))

fit_predict <- function(x, y, z, rank) {
  keep <- spread(x); x <- x[, keep]; z <- z[, keep]
  centre <- colMeans(x, na.rm = TRUE); scale_by <- apply(x, 2, sd, na.rm = TRUE)
  x <- scale(x, centre, scale_by); z <- scale(z, centre, scale_by)
  seen <- rowSums(!is.na(x)) > 0
  model <- pca(x[seen, ], method = kind, nPcs = rank, center = FALSE, scale = "none")
  P <- loadings(model)
  if (codes_by == "shipped") {
    a <- scores(model); b <- predict(model, z)$scores
  } else {
    a <- least_squares(x[seen, ], P); b <- least_squares(z, P)
  }
  as.vector(predict(cv.glmnet(a, y[seen], nfolds = 5), b, s = "lambda.min"))
}

# the rank: by a fifth of the rows, held out and treated as new ones
held <- sample(nrow(x), nrow(x) %/% 5)
ranks <- RANKS[RANKS < min(ncol(x), nrow(x) - length(held))]
error <- sapply(ranks, function(rank)
  tryCatch(mean((fit_predict(x[-held, ], y[-held], x[held, ], rank) - y[held])^2), error = function(e) Inf))
rank <- ranks[which.min(error)]
message("rank ", rank)
write.csv(data.frame(prediction = fit_predict(x, y, z, rank)), arguments[5], row.names = FALSE)
