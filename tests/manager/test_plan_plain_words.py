"""Goals that name nothing as code: what they touch is computed all the same, U3."""

from __future__ import annotations

from tests.manager.plan_desk import NO_MODEL, planning, put

STATUS = (
    "import enum\nclass OrderStatus(enum.Enum):\n"
    '    PAID = "paid"\n    SHIPPED = "shipped"'
)
QUERY = "query = \"SELECT * FROM orders WHERE status IN ('paid', 'shipped')\""
GOAL = "Add the order status returned"


def test_a_value_said_in_plain_words_has_its_impact_list(tmp_path):
    """Names of the goal are found in cells and files, with what stands beside it."""
    with planning(tmp_path) as at:
        at.cells(STATUS, QUERY)
        put(at.root, ui__ts="const options = ['paid', 'shipped'];\n")
        at.gateway.reply('[{"target": "In[1]", "what": "add RETURNED"}]')
        reply = at.propose(GOAL)

        assert "`In[1]:2` class" in reply.text
        assert "`ui.ts:1`" in reply.text
        assert at.plan.made.change == "add"
        assert (at.plan.made.old, at.plan.made.new) == (("paid", "shipped"), "returned")


def test_what_was_forgotten_of_it_is_told_at_the_end(tmp_path):
    """The hard-coded list of the query does not know the new value."""
    with planning(tmp_path) as at:
        at.cells(STATUS, QUERY)
        at.gateway.reply('[{"target": "In[1]", "what": "add RETURNED"}]')
        at.propose(GOAL)
        at.gateway.reply(f'```python\n{STATUS}\n    RETURNED = "returned"\n```')
        at.pick("Confirm")
        reply = at.pick("Apply")

        assert "Forgotten, it seems" in reply.text
        assert "`In[2]:1`" in reply.text


def test_without_a_model_the_list_is_shown(tmp_path):
    """What is computed needs none."""
    with planning(tmp_path, profile=NO_MODEL) as at:
        at.cells(STATUS, QUERY)
        reply = at.propose(GOAL)

        assert "`In[1]:2` class" in reply.text
        assert reply.choices == ()


def test_a_word_that_the_user_wrote_as_code_is_enough(tmp_path):
    """No plain word is looked for beside one that is there."""
    with planning(tmp_path, profile=NO_MODEL) as at:
        at.cells("status = 1\namt = 2")

        assert "status = 1" not in at.propose("give `amt` a better status").text
