"""Arrays, sparse matrices, graphs and tensors."""

from __future__ import annotations

import numpy as np

from tests.kernel.zoo import animal


@animal("numpy", "(2,) record", "x float64", "name <U5", "(1.5, 'a')")
def structured():
    """Make a structured array."""
    kind = [("x", "f8"), ("name", "U5")]
    return np.array([(1.5, "a"), (2.5, "b")], dtype=kind)


@animal("numpy", "recarray", "(1,) record", "x int64")
def record_array():
    """Make a record array."""
    return np.rec.array([(1, 2.0)], dtype=[("x", "i8"), ("y", "f8")])


@animal("numpy", "MaskedArray (4,) float64", "1 masked")
def masked():
    """Make a masked array."""
    return np.ma.masked_array([1.0, 2.0, 3.0, 4.0], mask=[0, 1, 0, 0])


@animal("numpy", "ndarray (3, 4) int64", "0, 1, 2")
def matrix():
    """Make a matrix."""
    return np.arange(12).reshape(3, 4)


@animal("numpy", "ndarray (3,) datetime64[D]", "2024-01-01")
def dates():
    """Make an array of days."""
    return np.arange("2024-01-01", "2024-01-04", dtype="datetime64[D]")


@animal("numpy", "memmap (10,) float64", "big.dat")
def on_disk():
    """Map a file."""
    import tempfile
    from pathlib import Path

    place = Path(tempfile.mkdtemp()) / "big.dat"
    return np.memmap(place, dtype="f8", mode="w+", shape=(10,))


@animal("numpy", "ndarray (2,) object")
def of_objects():
    """Make an array of objects."""
    return np.array([{}, None], dtype=object)


@animal("numpy", "Generator", "PCG64")
def random_generator():
    """Make a random generator."""
    return np.random.default_rng(0)


@animal("numpy", "dtype", "float32")
def dtype():
    """Give a dtype."""
    return np.dtype("f4")


@animal("scipy", "csr_matrix (1000, 500) float64", "3 stored", needs="scipy")
def sparse_matrix():
    """Make a sparse matrix."""
    import scipy.sparse as sp

    rows, columns = [0, 5, 999], [1, 2, 499]
    return sp.csr_matrix(([1.0, 2.0, 3.0], (rows, columns)), shape=(1000, 500))


@animal("scipy", "coo_array (3, 3) int64", "1 stored", needs="scipy")
def sparse_array():
    """Make a sparse array."""
    import scipy.sparse as sp

    return sp.coo_array((np.array([7]), ([0], [2])), shape=(3, 3))


@animal("scipy", "rv_continuous_frozen", "norm", "loc=1", needs="scipy")
def distribution():
    """Freeze a distribution."""
    from scipy import stats

    return stats.norm(loc=1)


@animal("networkx", "DiGraph", "3 nodes", "2 edges", "weight", "color",
        needs="networkx")  # fmt: skip
def graph():
    """Make a directed graph with attributes."""
    import networkx as nx

    found = nx.DiGraph()
    found.add_node("a", color="red")
    found.add_edge("a", "b", weight=2)
    found.add_edge("b", "c", weight=3)
    return found


@animal("networkx", "MultiGraph", "2 nodes", "3 edges", needs="networkx")
def multigraph():
    """Make a graph with parallel edges and a loop."""
    import networkx as nx

    found = nx.MultiGraph()
    found.add_edges_from([(1, 2), (1, 2), (2, 2)])
    return found


@animal("torch", "Tensor (3, 4) float32 cpu", "requires grad", needs="torch")
def tensor():
    """Make a tensor that wants its gradient."""
    import torch

    return torch.zeros(3, 4, requires_grad=True)


@animal("torch", "Sequential", "25 parameters", "0 Linear", "2 Linear", "training",
        needs="torch")  # fmt: skip
def network():
    """Make a small network."""
    import torch

    nn = torch.nn
    return nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 1), nn.Linear(1, 2))


@animal("torch", "Adam", "lr=0.01", "2 tensors", needs="torch")
def optimizer():
    """Make an optimizer."""
    import torch

    return torch.optim.Adam(torch.nn.Linear(3, 4).parameters(), lr=0.01)


@animal("torch", "DataLoader", "batch size 4", "TensorDataset", needs="torch")
def loader():
    """Make a loader."""
    import torch
    from torch.utils.data import DataLoader, TensorDataset

    return DataLoader(TensorDataset(torch.zeros(10, 2)), batch_size=4)


@animal("jax", "ArrayImpl (3, 4) float32", "cpu", needs="jax")
def jax_array():
    """Make an array of jax."""
    import jax.numpy as jnp

    return jnp.zeros((3, 4))


@animal("tensorflow", "EagerTensor (3, 4) float32", needs="tensorflow")
def tensorflow_tensor():
    """Make a tensor of TensorFlow."""
    import tensorflow as tf

    return tf.zeros((3, 4))


@animal("tensorflow", "Sequential", "built", "25 parameters", needs="tensorflow")
def keras_model():
    """Make a small network of Keras."""
    import keras

    layers = keras.layers
    return keras.Sequential(
        [keras.Input((3,)), layers.Dense(4), layers.Dense(1), layers.Dense(2)]
    )


@animal("sympy", "Add = ", "x**2", "sin(2*y)", "1/2", needs="sympy")
def formula():
    """Write a formula."""
    import sympy

    x, y = sympy.symbols("x y")
    return x**2 + sympy.sin(2 * y) + sympy.Rational(1, 2)


@animal("sympy", "Symbol = x", needs="sympy")
def symbol():
    """Make a symbol."""
    import sympy

    return sympy.Symbol("x")


@animal("sympy", "Equality", "(1 + x)*(2 + x) == 0", needs="sympy",
        never=("1 + x*",))  # fmt: skip
def equation():
    """Make an equation."""
    import sympy

    x = sympy.Symbol("x")
    return sympy.Eq((x + 1) * (x + 2), 0, evaluate=False)


@animal("sympy", "x**(1/2) + y**(-1)", "(x**y)**2", needs="sympy")
def roots():
    """Make powers that need brackets."""
    import sympy

    x, y = sympy.symbols("x y")
    return (
        sympy.sqrt(x)
        + 1 / y
        + (x**y) ** sympy.Symbol("n")
        + ((x**y) ** 2).func(x**y, 2, evaluate=False)
    )


@animal("sympy", "(2, 3)", needs="sympy")
def exact_matrix():
    """Make a matrix of exact numbers."""
    import sympy

    return sympy.ones(2, 3)


@animal("sympy", "more than 60 parts", needs="sympy")
def long_formula():
    """Make a formula of a thousand parts."""
    import sympy

    return sympy.Add(*sympy.symbols("a:1000"))


@animal("torch", "dtype = float32", needs="torch")
def tensor_type():
    """Give a type of numbers."""
    import torch

    return torch.float32


@animal("torch", "device = cpu", needs="torch")
def device():
    """Give a device."""
    import torch

    return torch.device("cpu")
