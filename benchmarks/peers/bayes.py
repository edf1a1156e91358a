"""Exact Bayes predictors of simulated labels: what nobody who sees the same entries can beat on average."""
import numpy as np

NODES = 60  # of Gauss-Hermite quadrature, in each direction


def posterior(x, V, W, sigma):
    """Mean and covariance of eta = W'alpha for each row, given its observed entries of x = V alpha + N(0, sigma^2).

    S = (I + V_O'V_O/sigma^2)^-1; mean W'S V_O'x_O/sigma^2, covariance W'S W.
    """
    mean, covariance = np.empty((len(x), W.shape[1])), np.empty((len(x), W.shape[1], W.shape[1]))
    for i, row in enumerate(x):
        seen = np.isfinite(row)
        Vo = V[seen]
        SW = np.linalg.solve(np.eye(V.shape[1]) + Vo.T @ Vo / sigma**2, W)
        mean[i] = SW.T @ (Vo.T @ row[seen]) / sigma**2
        covariance[i] = W.T @ SW
    return mean, covariance


def hermite():
    """Nodes and weights for the mean over a standard normal."""
    nodes, weights = np.polynomial.hermite_e.hermegauss(NODES)
    return nodes, weights / weights.sum()


def softmax(eta):
    p = np.exp(eta - eta.max(-1, keepdims=True))
    return p / p.sum(-1, keepdims=True)


def logistic(mean, covariance):
    """E softmax(0, eta) for each row, eta of one dimension."""
    nodes, weights = hermite()
    eta = mean + np.sqrt(covariance[:, 0]) * nodes
    yes = (1 / (1 + np.exp(-eta))) @ weights
    return np.column_stack([1 - yes, yes])


def three_classes(mean, covariance):
    """E softmax(eta) for each row, eta of three dimensions; only its two differences to the last matter."""
    nodes, weights = hermite()
    grid = np.stack(np.meshgrid(nodes, nodes), -1).reshape(-1, 2)
    weight = np.outer(weights, weights).ravel()
    T = np.array([[1.0, 0.0, -1.0], [0.0, 1.0, -1.0]])
    p = np.empty((len(mean), 3))
    for i in range(len(mean)):
        delta = T @ mean[i] + grid @ np.linalg.cholesky(T @ covariance[i] @ T.T).T
        p[i] = weight @ softmax(np.column_stack([delta, np.zeros(len(delta))]))
    return p


def log_normal_mean(mean, covariance):
    """E exp(eta) for each row, eta of one dimension."""
    return np.exp(mean[:, 0] + covariance[:, 0, 0] / 2)


def log_loss(p, y):
    """Mean of -log p of the class that came; y holds class numbers."""
    return float(-np.log(p[np.arange(len(y)), y]).mean())


def entropy(p):
    """The log loss to be expected where p is right."""
    return float(-(p * np.log(p)).sum(1).mean())
