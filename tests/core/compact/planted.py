"""A conversation with many facts, true lines about it, and false ones planted in."""

from __future__ import annotations

import random
from collections.abc import Iterator

NAMES = ("sales", "prices", "clean_df", "customerTable", "fit2", "RMSE", "model_a")
COLUMNS = ("unit_price", "region", "orderDate", "qty", "net_total")
PATHS = ("data/sales_2023.csv", "/srv/share/in.parquet", "src/pipe/load.py", "out.png")
PEOPLE = ("Marta", "Okafor", "Lindqvist")
VALUES = ("1,204", "0.87", "42", "3.5e-4", "17%", "2019", "-6")

SAID = [
    f"Load {PATHS[0]} into {NAMES[0]}, it has {VALUES[0]} rows; {PEOPLE[0]} made it.",
    (
        f"I read `{PATHS[0]}` as `{NAMES[0]}`. There are columns {COLUMNS[0]}, "
        f"{COLUMNS[1]} and {COLUMNS[2]}."
    ),
    f"Then {NAMES[2]} = {NAMES[0]}.dropna(subset=['{COLUMNS[3]}']); {VALUES[2]} went.",
    f"Okay, {NAMES[5]} is {VALUES[1]} with {NAMES[4]}, the rate was {VALUES[3]}.",
    (
        f"{PEOPLE[1]} wants {COLUMNS[4]} in {PATHS[1]}, a share of {VALUES[4]} since "
        f"{VALUES[5]}, the offset is {VALUES[6]}."
    ),
    (
        f"A KeyError in {PATHS[2]}; {PEOPLE[2]} renamed {NAMES[3]} and {NAMES[1]} "
        f"for {NAMES[6]}, the plot is {PATHS[3]}."
    ),
]

TRUE = [
    "- The user asked to load `data/sales_2023.csv` into `sales`.",
    "- The assistant found 1204 rows in sales.",
    "- Marta had made the file.",
    "- The columns were `unit_price`, `region` and `orderDate`.",
    "- Rows without `qty` were dropped: 42 of them.",
    "- `clean_df` was made with `sales.dropna`.",
    "- The RMSE of fit2 was 0.87, the learning rate 3.5e-4.",
    "- Okafor wanted `net_total` in /srv/share/in.parquet.",
    "- The share was 17% since 2019.",
    "- The offset came to -6.",
    "- A KeyError was raised in src/pipe/load.py and was mended.",
    "- Lindqvist renamed `customerTable` and `prices`.",
    "- They were renamed for model_a; the plot went to out.png.",
    "- The user preferred the median over the mean, the assistant agreed.",
    "- Nothing was left open; and/or nothing was said of it.",
    "- The assistant explained how grouping works, e.g. by region.",
    "- The notebook used pandas, as the user said: a DataFrame in Python.",
    "- It was decided to keep the data as they were.",
]

_STEMS = ("tax", "basket", "churn", "loss", "kpi", "weight", "score", "batch")
_PLACES = ("Ferrante", "Qureshi", "Zhang", "Delgado", "Novak", "Petrov")


def false_lines(number: int, seed: int = 7) -> Iterator[str]:
    """Give *number* lines that each state a name, number or path of nowhere."""
    dice = random.Random(seed)
    for n in range(number):
        stem = f"{dice.choice(_STEMS)}_{dice.randint(3, 99)}"
        value = f"{dice.randint(3_000, 99_999):,}"
        person = dice.choice(_PLACES)
        yield (
            f"- The user loaded `data/{stem}.csv` into `sales`.",
            f"- The table sales had {value} rows.",
            f"- {person} asked for the plot of region.",
            f"- The user said that {person} made the file.",
            f"- `{stem}` was set by the assistant.",
            f"- The RMSE was 0.{dice.randint(101, 799)}9 for fit2.",
            f"- The function compute{stem.title().replace('_', '')} was added.",
            f"- A plot went to /home/{stem}/plots/new.png.",
            f"- sales.{stem} was renamed to region.",
            f"- The share was {dice.randint(50, 99)}.{dice.randint(1, 9)}% in all.",
        )[n % 10]
