"""Estimators, pipelines and results of statistics."""

from __future__ import annotations

import numpy as np
import pandas as pd

from tests.kernel.zoo import animal


def _data():
    frame = pd.DataFrame({"age": [1.0, 2, 3, 4], "income": [2.0, 1, 4, 3]})
    return frame, pd.Series([0, 0, 1, 1])


@animal("sklearn", "LogisticRegression", "(C=10)", "not fitted", needs="sklearn")
def raw_classifier():
    """Make a classifier."""
    from sklearn.linear_model import LogisticRegression

    return LogisticRegression(C=10)


@animal("sklearn", "LogisticRegression", "fitted", "age", "income", "classes 0, 1",
        needs="sklearn", never=("not fitted",))  # fmt: skip
def classifier():
    """Fit a classifier on a frame."""
    from sklearn.linear_model import LogisticRegression

    return LogisticRegression().fit(*_data())


@animal("sklearn", "LinearRegression", "fitted on 2 features", needs="sklearn")
def regressor():
    """Fit a regressor on an array."""
    from sklearn.linear_model import LinearRegression

    return LinearRegression().fit(np.eye(2), [1, 2])


@animal("sklearn", "Pipeline", "scale StandardScaler", "clf Ridge(alpha=2)", "fitted",
        "age", needs="sklearn", never=("not fitted",))  # fmt: skip
def pipeline():
    """Fit a pipeline."""
    from sklearn.linear_model import Ridge
    from sklearn.pipeline import Pipeline
    from sklearn.preprocessing import StandardScaler

    steps = [("scale", StandardScaler()), ("clf", Ridge(alpha=2))]
    return Pipeline(steps).fit(*_data())


@animal("sklearn", "ColumnTransformer", "num StandardScaler ['age']", "not fitted",
        needs="sklearn")  # fmt: skip
def column_transformer():
    """Make a transformer of columns."""
    from sklearn.compose import ColumnTransformer
    from sklearn.preprocessing import StandardScaler

    return ColumnTransformer([("num", StandardScaler(), ["age"])])


@animal("sklearn", "GridSearchCV", "Ridge", "alpha", "best", "fitted", needs="sklearn")
def search():
    """Search over parameters."""
    from sklearn.linear_model import Ridge
    from sklearn.model_selection import GridSearchCV

    grid = {"alpha": [0.1, 1.0]}
    return GridSearchCV(Ridge(), grid, cv=2, scoring="neg_mean_squared_error").fit(
        *_data()
    )


@animal("sklearn", "Mine", "depth=3", "fitted", needs="sklearn")
def own_estimator():
    """Make an estimator of one's own."""
    from sklearn.base import BaseEstimator

    class Mine(BaseEstimator):
        def __init__(self, depth=2):
            self.depth = depth

        def fit(self, x):
            self.mean_ = x
            return self

    return Mine(3).fit(1)


@animal("statsmodels", "RegressionResults", "OLS", "4 observations", "const", "x",
        needs="statsmodels")  # fmt: skip
def regression():
    """Fit a line."""
    import statsmodels.api as sm

    frame = pd.DataFrame({"const": 1.0, "x": [1.0, 2.0, 3.0, 4.0]})
    y = pd.Series([2.0, 4.0, 5.0, 8.0], name="y")
    return sm.OLS(y, frame).fit()


@animal("statsmodels", "OLS", "y", "const", "x", "4 observations", needs="statsmodels")
def unfitted():
    """Make a model that was not fitted."""
    import statsmodels.api as sm

    frame = pd.DataFrame({"const": 1.0, "x": [1.0, 2.0, 3.0, 4.0]})
    return sm.OLS(pd.Series([2.0, 4.0, 5.0, 8.0], name="y"), frame)


@animal("statsmodels", "fitted", "formula y ~ x", "Intercept", needs="statsmodels")
def anova_like():
    """Fit a generalised model with a formula."""
    import statsmodels.formula.api as smf

    frame = pd.DataFrame({"y": [0.0, 1, 0, 1], "x": [1.0, 2, 3, 4]})
    return smf.glm("y ~ x", frame).fit()
