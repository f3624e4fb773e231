"""docs/printing.md tells of every option of a print and every flag of the command, and of none that there is not."""

import re
from argparse import ArgumentParser
from pathlib import Path

from printing.management.commands.print_sheets import Command
from printing.options import PRESETS, Options

TEXT = (Path(__file__).resolve().parents[2] / "docs" / "printing.md").read_text(encoding="utf-8")


def rows():
    return re.findall(r"^\| `(\w+)` \| `(--[a-z-]+)` \|", TEXT, re.MULTILINE)


def flags():
    parser = ArgumentParser(add_help=False)
    Command().add_arguments(parser)
    return {word for action in parser._actions for word in action.option_strings if word.startswith("--")}


def test_every_option_has_its_row_and_its_flag():
    assert sorted(name for name, _ in rows()) == sorted(Options.__struct_fields__)
    assert {flag for _, flag in rows()} <= flags()


def test_every_flag_of_the_command_is_told():
    told = set(re.findall(r"`(--[a-z-]+)", TEXT))
    assert flags() == told


def test_every_preset_is_told():
    assert set(re.findall(r"^\| `(\w+)` \| (?:PDF|PNG)", TEXT, re.MULTILINE)) == set(PRESETS)
