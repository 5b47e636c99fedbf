"""How models count pictures, by the rules that their makers publish.

Sources: OpenAI, "Images and vision" (tiles of 512 pixels; patches of 32); Anthropic,
"Vision" (width x height / 750); Google, "Token counting" (258 a tile of 768, small
pictures 258 in all); Qwen2-VL (patches of 28). Others are counted from above.
"""

from __future__ import annotations

import re

from jupyter_ctx.core.pictures.picture import FROM_ABOVE, ImageRule
from jupyter_ctx.gateway.gateway import Profile


def _tiles(name: str, per_tile: int, base: int) -> ImageRule:
    return ImageRule(name, 512, per_tile, base, long=2_048, short=768, detail="high")


def _patches(name: str, factor: float) -> ImageRule:
    # The maker scales down to 1,536 patches; 1,253 pixels a side are never more.
    return ImageRule(name, 32, factor, most=1_536, long=1_568, short=992, detail="high")


# First match counts.
_RULES: tuple[tuple[re.Pattern[str], ImageRule], ...] = (
    (re.compile(r"gpt-(?:4\.1|5)-nano"), _patches("OpenAI patches x 2.46", 2.46)),
    (re.compile(r"gpt-(?:4\.1|5)-mini"), _patches("OpenAI patches x 1.62", 1.62)),
    (re.compile("o4-mini"), _patches("OpenAI patches x 1.72", 1.72)),
    (re.compile("4o-mini"), _tiles("OpenAI tiles, 4o-mini", 5_667, 2_833)),
    (re.compile("gpt-5|chatgpt-5"), _tiles("OpenAI tiles, gpt-5", 140, 70)),
    (re.compile(r"(?:^|/)o[13]"), _tiles("OpenAI tiles, o1 and o3", 150, 75)),
    (re.compile(r"gpt-4|chatgpt"), _tiles("OpenAI tiles", 170, 85)),
    # 750 pixels a token are cells of 27.4 x 27.4, and 1,600 of them the most.
    (
        re.compile("claude|anthropic"),
        ImageRule("Anthropic, from above", 27, 1.0, most=1_640, exact=False),
    ),
    (re.compile("gemini"), ImageRule("Google crops", 0, 258, long=1_536)),
    (re.compile("qwen"), ImageRule("Qwen patches", 28, 1.0, base=2)),
)


def image_rule(profile: Profile) -> ImageRule | None:
    """Give the rule of *profile*'s model; None if it cannot see."""
    if not profile.vision or profile.is_embedded or profile.is_model_free:
        return None
    model = profile.model.lower()
    found = (rule for pattern, rule in _RULES if pattern.search(model))
    return next(found, FROM_ABOVE)
