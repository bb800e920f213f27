"""What is public says what it does, and what the page for research shows can be typed."""

import importlib
import inspect
import re
from pathlib import Path

import pytest

import serai

PAGES = [Path(__file__).resolve().parents[1] / "README.md", Path(__file__).resolve().parents[2] / "docs" / "research.md"]
MODULES = ["serai", "serai.data", "serai.benchmark", "serai.zoo", "serai.spiel"]


def public(module):
    names = getattr(module, "__all__", None) or [
        name for name, value in vars(module).items() if getattr(value, "__module__", None) == module.__name__
    ]
    for name in names:
        value = getattr(module, name)
        if name.startswith("_") or not (inspect.isfunction(value) or inspect.isclass(value)):
            continue
        yield name, value
        for member, what in vars(value).items() if inspect.isclass(value) else []:
            if not member.startswith("_") and (isinstance(what, property) or inspect.isfunction(what)):
                yield f"{name}.{member}", getattr(value, member)


@pytest.mark.parametrize("name", MODULES)
def test_all_that_is_public_says_what_it_does(name):
    try:
        module = importlib.import_module(name)
    except ImportError as missing:
        pytest.skip(str(missing))
    found = dict(public(module))
    assert found and not [name for name, value in found.items() if not inspect.getdoc(value)]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_what_is_shown_can_be_typed(page, capsys):
    """One block after the other, as somebody would who reads the page."""
    for needed in ("pettingzoo", "pyspiel"):
        pytest.importorskip(needed)
    blocks = re.findall(r"^```python\n(.*?)^```", page.read_text(encoding="utf-8"), re.M | re.S)
    assert blocks
    known = {}
    for block in blocks:
        exec(compile(block, page.name, "exec"), known)
    assert capsys.readouterr().out and known["serai"] is serai
