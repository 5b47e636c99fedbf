"""Notebooks of our own: the ways in which values depend on each other."""

from __future__ import annotations

from tests.truth.notebooks import Source

BASKET = """@dataclass
class Basket:
    items: list = field(default_factory=list)
    def add(self, item):
        self.items.append(item)
        return self"""

FETCH = """import asyncio
async def fetch(k):
    await asyncio.sleep(0)
    return k * limit"""

SALES = Source(
    "sales",
    (
        "import pandas as pd\nimport numpy as np",
        "TAX = 0.19\nregions = ['N', 'S', 'W']",
        "sales = pd.DataFrame({'region': regions * 4, 'amount': range(12)})",
        "sales.head()",
        "by_region = sales.groupby('region')['amount'].sum()",
        "sales['net'] = sales['amount'] / (1 + TAX)",
        "top = by_region.idxmax()\nbest = sales[sales['region'] == top]",
        "def net(amount):\n    return amount / (1 + TAX)",
        "total = sum(net(one) for one in sales['amount'])",
        "summary = {'total': total, 'top': top}",
        "print(summary)",
        "rest = sales.drop(best.index)",
        "%%time\nmean = rest['net'].mean()",
        "if mean > 100:\n    verdict = 'high'\nelse:\n    verdict = 'low'",
        "report = f'{top}: {mean:.2f} ({verdict})'",
    ),
)

NUMBERS = Source(
    "numbers",
    (
        "import numpy as np\nimport math, random",
        "random.seed(1)\nrng = np.random.default_rng(1)",
        "n = 50\nx = np.linspace(0, 1, n)",
        "noise = rng.normal(size=n)",
        "y = 3 * x + 1 + noise / 10",
        "slope, offset = np.polyfit(x, y, 1)",
        "fitted = slope * x + offset",
        "errors = y - fitted",
        "rms = math.sqrt((errors ** 2).mean())",
        "view = errors[10:20]",
        "worst = int(np.argmax(np.abs(errors)))",
        "for i in range(3):\n    last = fitted[i]",
        "grid = [[i * j for j in range(4)] for i in range(4)]",
        "grid[0][0] = n",
        "flat = [cell for row in grid for cell in row]",
        "count = len(flat)",
        "count += 1",
        "n",
    ),
)

OBJECTS = Source(
    "objects",
    (
        "from dataclasses import dataclass, field\nfrom collections import Counter",
        BASKET,
        "limit = 3\nseen = []",
        "def remember(item):\n    seen.append(item)\n    return len(seen) <= limit",
        "basket = Basket()\nbasket.add('pear').add('plum')",
        "kept = [item for item in basket.items if remember(item)]",
        "words = 'the pear and the plum and the pear'.split()",
        "counts = Counter(words)",
        "common = counts.most_common(1)[0][0]",
        "longest = max(words, key=lambda word: len(word) * limit)",
        "def bump():\n    global limit\n    limit += 1",
        "size = len(seen)",
        "bump()",
        "again = remember(common)",
        FETCH,
        "got = await fetch(2)",
        "del size",
        "undefined_name",
        "text = ', '.join(kept)",
    ),
)

NOTEBOOKS = (SALES, NUMBERS, OBJECTS)
