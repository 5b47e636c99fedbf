"""Describes tensors and modules by what they store: no value is fetched."""

from __future__ import annotations

from collections.abc import Iterator
from types import FunctionType

from jupyter_ctx.core.variable import Field, Summary
from jupyter_ctx.kernel.describe.literals import literal
from jupyter_ctx.kernel.describe.look import Describer, Look, about, count, find, joined
from jupyter_ctx.kernel.describe.static import (
    Foreign,
    class_attribute,
    held,
    instance_dict,
    is_a,
    loaded,
    module_of,
    stored,
    type_name,
)

MODULES = 2_000  # visited to count parameters
LAYERS = 100  # listed of one module


def describer(cls: type, base: type, name: str) -> Describer | None:
    """Find the describer of *base*; a tensor class of the user may run its code."""
    if name in ("dtype", "device") and loaded("torch", name) is cls:
        return describe_word
    is_tensor = name == "Tensor" and loaded("torch", name) is base
    if is_tensor:
        return describe_tensor if _is_of_torch(cls) else None
    return find(_KNOWN, base)


def _is_of_torch(cls: type) -> bool:
    return module_of(cls).partition(".")[0] == "torch"


def describe_tensor(value: Foreign, look: Look) -> Summary:
    """Give shape, dtype and device, e.g. `(3, 4) float32 cuda:0`."""
    grad = stored(value, "requires_grad")
    return about(
        value,
        look,
        "array",
        shape=" ".join(part for part in _facts(value) if part),
        detail="requires grad" if grad is True else "",
    )


def _facts(tensor: Foreign) -> list[str]:
    parts = [_shape(stored(tensor, "shape"))]
    return parts + [_word(stored(tensor, name)) for name in ("dtype", "device")]


def _shape(value: Foreign) -> str:
    sizes = _sizes(value)
    return "" if sizes is None else str(sizes)


def _sizes(value: Foreign) -> tuple[int, ...] | None:
    if not is_a(type(value), tuple):
        return None
    sizes = tuple(tuple.__iter__(value))
    return sizes if all(type(size) is int for size in sizes) else None


def _word(value: object) -> str:
    text = value if type(value) is str else _written(value)
    return text.removeprefix("torch.")[:40]


def _written(value: object) -> str:
    """Write a dtype or device; one that Python code would write by what it stores."""
    if not _is_of_torch(type(value)):
        return ""
    ways = (class_attribute(type(value), name) for name in ("__str__", "__repr__"))
    if not any(type(way) is FunctionType for way in ways):
        return str(value)
    kept = (instance_dict(value) or {}).values()
    return next((one for one in kept if type(one) is str), "")


def describe_word(value: object, look: Look) -> Summary:
    """Write a dtype or a device, e.g. `float32` or `cuda:0`."""
    return about(value, look, "scalar", shape=f"= {_word(value)}")


def describe_network(value: object, look: Look) -> Summary:
    """Give the number of parameters, device, mode and layers; nothing is run."""
    tensors = [tensor for module in _modules(value) for tensor in _parameters(module)]
    wanted = [tensor for tensor in tensors if stored(tensor, "requires_grad") is True]
    total, trained = _size(tensors), _size(wanted)
    kinds = [_facts(tensor)[1:] for tensor in tensors]
    dtypes, devices = ({kind[at] for kind in kinds} for at in (0, 1))
    return about(
        value,
        look,
        shape=joined(
            count(total, "parameter"),
            f"{trained:,} trainable" if trained != total else "",
            " ".join([*sorted(dtypes), *sorted(devices)]).strip(),
            "training" if held(value, "training") is True else "eval mode",
        ),
        fields=tuple(_layers(value)),
    )


def _modules(value: object) -> Iterator[object]:
    """Visit *value* and the modules below it, each once."""
    waiting, seen = [value], {id(value)}
    while waiting and len(seen) <= MODULES:
        module = waiting.pop()
        yield module
        for _, child in _children(module):
            if id(child) not in seen:
                seen.add(id(child))
                waiting.append(child)


def _children(module: object) -> list[tuple[str, object]]:
    table = held(module, "_modules")
    items = list(dict.items(table)) if is_a(type(table), dict) else []
    return [(str(name), child) for name, child in items if child is not None]


def _parameters(module: object) -> list[Foreign]:
    table = held(module, "_parameters")
    found = list(dict.values(table)) if is_a(type(table), dict) else []
    return [one for one in found if one is not None and _is_of_torch(type(one))]


def _size(tensors: list[Foreign]) -> int:
    """Add up the elements, of a tensor that is shared only once."""
    total = 0
    for tensor in {id(one): one for one in tensors}.values():
        size = 1
        for side in _sizes(stored(tensor, "shape")) or (0,):
            size *= side
        total += size
    return total


def _layers(value: object) -> Iterator[Field]:
    for name, child in _children(value)[:LAYERS]:
        yield Field(name=name, dtype=f"{type_name(child)}{_settings(child)}")


_SHOWN = (
    "in_features",
    "out_features",
    "in_channels",
    "out_channels",
    "num_embeddings",
    "embedding_dim",
    "hidden_size",
    "num_heads",
    "p",
)


def _settings(layer: object) -> str:
    known = [(name, held(layer, name)) for name in _SHOWN]
    shown = [f"{name}={value}" for name, value in known if type(value) in (int, float)]
    return f"({', '.join(shown)})" if shown else ""


def describe_optimizer(value: object, look: Look) -> Summary:
    """Give the settings of an optimizer and the number of tensors it moves."""
    settings, groups = held(value, "defaults"), held(value, "param_groups")
    shown = [
        f"{key}={literal(one)}"
        for key, one in (dict.items(settings) if type(settings) is dict else ())
        if one and type(one) in (int, float)
    ]
    tensors = [group.get("params", ()) for group in groups if type(group) is dict]
    moved = sum(len(one) for one in tensors if type(one) is list)
    return about(
        value,
        look,
        shape=joined(f"({', '.join(shown)})", count(moved, "tensor")),
    )


def describe_loader(value: object, look: Look) -> Summary:
    """Give what a loader reads from and in which portions; nothing is loaded."""
    return about(
        value,
        look,
        "lazy",
        shape=joined(
            f"of {type_name(held(value, 'dataset'))}",
            f"batch size {held(value, 'batch_size')}",
            f"{held(value, 'num_workers')} workers",
        ),
    )


_KNOWN: dict[str, Describer] = {
    "torch.nn.modules.module.Module": describe_network,
    "torch.optim.optimizer.Optimizer": describe_optimizer,
    "torch.utils.data.dataloader.DataLoader": describe_loader,
}
