"""Teach a small net to say which face of a die lies on top, and how it looks at the lens. Knows no painter.

Offline only: needs torch and onnx.
"""

import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import cv2
import numpy as np
import onnx
import onnx.numpy_helper
import torch
from numpy.typing import NDArray
from torch import nn

from vision.learning.album import Album, crops
from vision.lens import PX, evened

OUT = 14  # six faces, none, edge on; leans; right, down; off right, off down; how far off that may be
LEANS_FROM, LIES_TO = 7.0, 3.0  # degrees
THREADS = 1  # the other core makes the crops of the next pass


def net() -> nn.Sequential:
    """Eight million products a crop."""

    def step(a: int, b: int, k: int, stride: int) -> list[nn.Module]:
        return [nn.Conv2d(a, b, k, stride, k // 2, bias=False), nn.BatchNorm2d(b), nn.ReLU()]

    layers = step(3, 16, 5, 2) + step(16, 24, 3, 1) + step(24, 40, 3, 2) + step(40, 40, 3, 1)
    layers += step(40, 64, 3, 2) + step(64, 64, 3, 1) + step(64, 24, 1, 1)
    return nn.Sequential(*layers, nn.Flatten(), nn.Linear(24 * (PX // 8) ** 2, 64), nn.ReLU(), nn.Linear(64, OUT))


def gathered(album: Album, seed: int) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
    """All crops of one pass over the album, and their truth."""
    made = list(crops(album, seed))
    order = np.random.default_rng(seed).permutation(len(made))
    return np.stack([made[k][0] for k in order]), np.array([made[k][1] for k in order], np.float32)


def loss(said: torch.Tensor, truth: torch.Tensor) -> torch.Tensor:
    """Cross entropies of class and lean, squares of place and look; what is not known counts nothing.

    How far off a look may be is learnt as the logarithm of its usual error, from errors that it does not change.
    """
    kind, lean, where = truth[:, 0], truth[:, 1], truth[:, 2:6]
    known = ~torch.isnan(kind)
    out = nn.functional.cross_entropy(said[known, :8], kind[known].long(), label_smoothing=0.0)
    told = (lean >= LEANS_FROM) | (lean <= LIES_TO)
    leans = nn.functional.binary_cross_entropy_with_logits(said[told, 8], (lean[told] >= LEANS_FROM).float())
    placed = ~torch.isnan(where).any(dim=1)
    place = nn.functional.smooth_l1_loss(said[placed, 9:11], where[placed, :2] * 4, beta=0.3)
    looks = nn.functional.smooth_l1_loss(said[placed, 11:13], where[placed, 2:] * 4, beta=0.3)
    off = (said[placed, 11:13] - where[placed, 2:] * 4).detach().square().mean(dim=1)
    spread = said[placed, 13].clamp(-4, 2)
    doubt = (spread + 0.5 * off * torch.exp(-2 * spread)).clamp(max=4).mean()
    return out + leans + place + 4 * looks + 0.3 * doubt


def _ahead(folder: Path, seeds: range) -> Iterator[tuple[NDArray[np.uint8], NDArray[np.float32]]]:
    """The crops of one pass after the other, the next ones made by a second process from what is painted by then."""
    with ProcessPoolExecutor(1, get_context("fork"), _opened, (folder,)) as beside:
        coming = beside.submit(_next, seeds[0])
        for seed in (*seeds[1:], None):
            now = coming.result()
            if seed is not None:
                coming = beside.submit(_next, seed)
            yield now


_albums: list[Album] = []  # the one of the second process


def _opened(folder: Path) -> None:
    cv2.setNumThreads(1)
    _albums[:] = [Album(folder)]


def _next(seed: int) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
    _albums[0].refresh()
    return gathered(_albums[0], seed)


def train(folder: Path, passes: int, minutes: float = 90.0, seed: int = 0) -> nn.Sequential:
    """Learn from the album in so many passes, each with other crops of it; in fewer when that takes too long.

    Each step is smaller than the one before, so it is over when the time is.
    """
    torch.manual_seed(seed)
    torch.set_num_threads(THREADS)
    model = net().to(memory_format=torch.channels_last)
    steps, size = 0, 128
    best = torch.optim.AdamW(model.parameters(), lr=2e-3, weight_decay=1e-3)
    begin = time.monotonic()
    for epoch, (pictures, truth) in enumerate(_ahead(folder, range(seed * 1000, seed * 1000 + passes))):
        total = 0.0
        for k in range(0, len(pictures) - size + 1, size):
            done = min(1.0, max((epoch + k / len(pictures)) / passes, (time.monotonic() - begin) / 60 / minutes))
            for group in best.param_groups:
                group["lr"] = 2e-3 * min(1, steps / 200 + 0.05) * (0.5 + 0.5 * np.cos(np.pi * done)) + 1e-5
            model.train()
            x = torch.from_numpy(evened(pictures[k : k + size])).contiguous(memory_format=torch.channels_last)
            with torch.autocast("cpu", dtype=torch.bfloat16):  # half the time
                said = model(x)
            value = loss(said.float(), torch.from_numpy(truth[k : k + size]))
            best.zero_grad()
            value.backward()
            best.step()
            steps += 1
            total += value.item() * size
        spent = (time.monotonic() - begin) / 60
        sys.stdout.write(
            f"pass {epoch + 1}: {len(pictures)} crops, loss {total / len(pictures):.3f}, {spent:.1f} min\n"
        )
        sys.stdout.flush()
        if time.monotonic() - begin > minutes * 60:
            break
    return model


def measure(model: nn.Sequential, album: Album, seed: int = 99) -> dict[str, float]:
    """How often it is right on crops of pictures it has not seen."""
    pictures, truth = gathered(album, seed)
    model.eval()
    with torch.no_grad():
        said = torch.cat([model(torch.from_numpy(evened(pictures[k : k + 256]))) for k in range(0, len(pictures), 256)])
    p = torch.softmax(said[:, :8], dim=1).numpy()
    kind = truth[:, 0]
    known = ~np.isnan(kind)
    top, sure = p.argmax(axis=1), p.max(axis=1)
    face = known & (kind < 6)
    out: dict[str, float] = {"crops": float(known.sum()), "right": float((top == kind)[known].mean())}
    for least in (0.9, 0.98, 0.995):
        said_face = known & (sure > least) & (top < 6)
        out[f"faces told at {least}"] = float((said_face & (top == kind))[face].mean())
        out[f"faces wrong at {least}"] = float((said_face & (top != kind)).sum() / said_face.sum())
    lean, z = truth[:, 1], said[:, 8].numpy()
    for low, high in ((0, 3), (5, 10), (10, 15), (15, 20), (20, 50)):
        of = face & (lean >= low) & (lean <= high)
        out[f"lean {low}-{high}"] = float((z[of] > 0).mean())
    off = said[:, 11:13].numpy() / 4 - truth[:, 4:6]
    out["look, median off"] = float(np.nanmedian(np.hypot(*off.T)))
    out["look, 90 %"] = float(np.nanpercentile(np.hypot(*off.T), 90))
    usual = np.exp(said[:, 13].numpy()) / 4
    out["look, as share of what it may be, 99 %"] = float(np.nanpercentile(np.hypot(*off.T) / usual, 99))
    where = said[:, 9:11].numpy() / 4 - truth[:, 2:4]
    out["place, 90 %"] = float(np.nanpercentile(np.hypot(*where.T), 90))
    return out


def write(model: nn.Sequential, path: Path) -> None:
    """As ONNX of the few kinds of layers that any OpenCV runs, each normalisation folded into its convolution."""
    nodes, weights, last = [], [], "crops"
    layers = list(model.eval())
    for k, layer in enumerate(layers):
        if isinstance(layer, nn.BatchNorm2d):
            continue
        name, inputs, how = f"l{k}", [last], {}
        if isinstance(layer, nn.Conv2d):
            layer = torch.nn.utils.fuse_conv_bn_eval(layer, layers[k + 1])
            how = {"kernel_shape": layer.kernel_size, "strides": layer.stride, "pads": layer.padding * 2}
        elif isinstance(layer, nn.Linear):
            how = {"transB": 1}
        for part, values in layer.named_parameters():
            inputs.append(f"{name}.{part}")
            weights.append(onnx.numpy_helper.from_array(values.detach().numpy(), inputs[-1]))
        last = "said" if k == len(layers) - 1 else name
        kind = {nn.Conv2d: "Conv", nn.ReLU: "Relu", nn.Flatten: "Flatten", nn.Linear: "Gemm"}[type(layer)]
        nodes.append(onnx.helper.make_node(kind, inputs, [last], name=name, **how))
    value = onnx.helper.make_tensor_value_info
    graph = onnx.helper.make_graph(
        nodes,
        "lens",
        [value("crops", onnx.TensorProto.FLOAT, ["n", 3, PX, PX])],
        [value("said", onnx.TensorProto.FLOAT, ["n", OUT])],
        weights,
    )
    whole = onnx.helper.make_model(graph, opset_imports=[onnx.helper.make_opsetid("", 11)], ir_version=6)
    onnx.checker.check_model(whole)
    path.write_bytes(whole.SerializeToString())
