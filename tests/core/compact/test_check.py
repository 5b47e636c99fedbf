"""The check of a summary: planted facts are dropped, true ones kept."""

from __future__ import annotations

import pytest

from jupyter_ctx.core.compact.check import Facts
from tests.core.compact.planted import SAID, TRUE, false_lines


@pytest.fixture(scope="module")
def facts():
    """Give what may be stated about the conversation."""
    return Facts(SAID)


@pytest.mark.parametrize("seed", [7, 8, 9])
def test_all_of_100_planted_facts_are_dropped_and_the_true_ones_kept(facts, seed):
    """100 of 100 are dropped and reported; of the true ones at least 98% stay."""
    planted = list(false_lines(100, seed))
    lines = [
        line for n, false in enumerate(planted) for line in (false, TRUE[n % len(TRUE)])
    ]
    checked = facts.check("\n".join(lines))
    kept = checked.text.split("\n")

    assert [line for line in planted if line in kept] == []
    assert list(checked.dropped) == [line.strip() for line in planted]
    assert len(kept) >= 0.98 * 100
    assert set(kept) == set(TRUE)


def test_a_long_line_loses_the_false_sentence_alone(facts):
    """The rest of it is true, and stays."""
    good = "The assistant read `sales` and dropped 42 rows without a value of `qty`."
    bad = "It then wrote `made_up_7` to disk."
    line = f"- {good} {bad} {good} {good}"
    checked = facts.check(line)

    assert bad not in checked.text
    assert checked.text == f"- {good} {good} {good}"
    assert checked.dropped == (bad,)


def test_a_number_counts_by_its_value():
    """`1,204`, `1204` and `1_204.0` are one number; words count for small ones."""
    facts = Facts(["1,204 rows and two columns, 50 %"])

    assert facts.unknown("1204 or 1_204.0 rows, 2 columns, 50%") == ()
    assert facts.unknown("3 columns") == ("3",)


def test_nouns_of_german_are_no_names():
    """A language that writes nouns with capitals loses no true line."""
    told = (
        "- Der Nutzer bat um eine Tabelle der Verkäufe nach Region und Monat.\n"
        "- Die Antwort nannte den Fehler in der Spalte und die Ursache des Abbruchs.\n"
        "- Der Nutzer wollte danach ein Diagramm mit der Summe der Umsätze sehen.\n"
        "- Die Antwort erklärte die Wahl der Methode und den Grund der Abweichung.\n"
        "- Die Datei `erfunden_3.csv` wurde geladen."
    )
    checked = Facts(["Bitte eine Tabelle"]).check(told)

    assert checked.dropped == ("- Die Datei `erfunden_3.csv` wurde geladen.",)


def test_a_chinese_summary_is_checked_by_its_names_and_numbers():
    """Words are the summariser's own; names, numbers and paths are not."""
    facts = Facts(["请读取 data/sales.csv 到 df, 共 1204 行"])
    told = "- 用户读取了 data/sales.csv, 共 1204 行。\n- 助手创建了 fake_df, 共 77 行。"

    assert facts.check(told).dropped == ("- 助手创建了 fake_df, 共 77 行。",)


CHINESE = (
    "用户要求把销售额按地区汇总。文件是数据/销售_2024.csv。张伟说要用中文回答。使用函数"
    "计算总额。版本 v1.2.3。"
)


@pytest.mark.parametrize(
    "line",
    [
        "- 李娜说要用中文回答。",
        "- 王芳 要求用英文。",
        "- 使用函数“计算利润”。",
        "- 使用函数「计算利润」。",
        "- 参考《利润表》。",
        "- 文件是数据/销售_2025.csv。",
        "- 版本是 v1.2.4。",
        "- The version is 1.2.4.",
    ],
)
def test_a_false_chinese_name_or_version_is_dropped(line):
    """Chinese has no capitals and no spaces: surnames, quotes and endings tell."""
    assert Facts([CHINESE]).check(line).dropped == (line,)


@pytest.mark.parametrize(
    "line",
    [
        "- 张伟说要用中文回答。",
        "- 用户要求按“地区”汇总「销售额」。",
        "- 使用函数《计算总额》。",
        "- 任务要求用中文。",
        "- The version is 1.2.3, of the line v1.2.",
    ],
)
def test_a_true_chinese_line_is_kept(line):
    """Ordinary words may be the summariser's own."""
    assert Facts([CHINESE]).check(line).text == line


@pytest.mark.parametrize(
    "line",
    [
        "- twenty rows were dropped",
        "- There were fifty-one rows.",
        "- a hundred and five rows",
        "- 结果是三千元。",
        "- 一共二十五行。",
        "- carlos decided it.",
        "- The column is called profit.",
        "- They ran <code>ghost</code>.",
    ],
)
def test_what_is_spelled_or_in_lower_case_is_checked_too(line):
    """A number in words and a name without a capital are stated like any other."""
    told = "1,204 rows and 3,450 yuan; the user wants a price, 12 epochs, 一百二十 元"

    assert Facts([told]).unknown(line) != ()


@pytest.mark.parametrize(
    "line",
    [
        "- twelve epochs, twenty-one runs, two columns, hundreds of rows",
        "- three thousand four hundred and fifty yuan",
        "- 三千四百五十 元, 120 元, 一个文件, 两三百行, 万一, 十分好",
        "- they decided it; the function was called twice and is called by the loop",
        "- results confirmed the price",
    ],
)
def test_true_numbers_in_words_stay(line):
    """By their value, in either language; what one counts for oneself stays too."""
    told = "21 runs, 3,450 yuan; the user wants a price, 12 epochs, 一百二十 元"

    assert Facts([told]).unknown(line) == ()
