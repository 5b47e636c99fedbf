"""Known methods and functions: which change their object, which only look."""

from __future__ import annotations

# fmt: off
QUIET = frozenset((
    "agg", "aggregate", "all", "any", "apply", "argmax", "argmin", "assign",
    "astype", "copy", "corr", "count", "cumsum", "describe", "drop",
    "drop_duplicates", "dropna", "duplicated", "endswith", "evaluate", "figure",
    "fillna", "format", "get", "groupby", "head", "hist", "idxmax", "idxmin",
    "imshow", "index", "info", "isin", "isna", "isnull", "items", "join", "keys",
    "legend", "lower", "map", "max", "mean", "median", "melt", "merge", "min",
    "nlargest", "notna", "nsmallest", "nunique", "pivot", "pivot_table", "plot",
    "predict", "predict_proba", "print", "quantile", "query", "rename", "replace",
    "reset_index", "resample", "reshape", "rolling", "round", "sample", "savefig",
    "scatter", "score", "select_dtypes", "set_index", "show", "sort_index",
    "sort_values", "split", "startswith", "std", "strip", "sum", "summary", "tail",
    "title", "to_csv", "to_excel", "to_html", "to_json", "to_numpy", "to_parquet",
    "tolist", "transform", "transpose", "unique", "upper", "value_counts", "values",
    "var", "where", "xlabel", "ylabel",
))
"""Methods that only look, though called for their effect on the screen."""

CHANGING = frozenset((
    "add", "append", "appendleft", "backward", "clear", "compile", "discard",
    "extend", "extendleft", "fit", "fit_transform", "insert", "load_state_dict",
    "partial_fit", "pop", "popitem", "popleft", "remove", "reverse", "setdefault",
    "sort", "step", "train", "update",
))
"""Methods that change their object even where their value is used."""

SHUFFLING = frozenset((
    "copyto", "delattr", "fill_diagonal", "heapify", "heappop", "heappush",
    "heappushpop", "insort", "insort_left", "insort_right", "next", "place", "put",
    "putmask", "setattr", "shuffle",
))
"""Functions that change their first argument."""
# fmt: on
