"""A reading kept as JSON, and what of it still holds after the text was changed.

A remark holds as long as all of its lines stand somewhere as they were, in the same order. One
whose lines were touched waits for the next reading.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from workbench.judge.reading.remarks import Edit, PartReading, Place, Reading, Remark
from workbench.prompt.lines import body
from workbench.prompt.prompt import Prompt

#: Changes when a kept reading could not be read any more.
FORM = 1


@dataclass(frozen=True, slots=True)
class Followed:
    """A reading of a text as it is now. `waiting`: remarks whose lines were changed since, where
    they stood; `same`: whether the text is the one that was read."""

    reading: Reading
    waiting: tuple[Remark, ...] = ()
    same: bool = True


def to_keep(reading: Reading, prompt: Prompt) -> dict[str, Any]:
    """The reading of `prompt` as JSON, with the words of every line that a remark is about."""
    lines = [body(line) for line in prompt.lines]
    made = reading.to_dict()
    texts = {
        remark.id: [[number, lines[number - 1]] for number in remark.lines]
        for remark in reading.remarks
    }
    return {"form": FORM, "sha256": prompt.source.sha256, **made, "texts": texts}


def from_kept(kept: Any, prompt: Prompt) -> Followed | None:
    """A kept reading beside `prompt`; None for what is none."""
    if not isinstance(kept, Mapping) or kept.get("form") != FORM:
        return None
    try:
        reading = _reading(kept)
        texts = {str(k): [(int(n), str(t)) for n, t in rows] for k, rows in kept["texts"].items()}
    except (KeyError, TypeError, ValueError, AttributeError):
        return None
    if kept.get("sha256") == prompt.source.sha256:
        return Followed(reading)
    return _followed(reading, texts, prompt)


def _followed(
    reading: Reading, texts: Mapping[str, Sequence[tuple[int, str]]], prompt: Prompt
) -> Followed:
    where: dict[str, list[int]] = {}
    for number, line in enumerate(prompt.lines, start=1):
        where.setdefault(body(line), []).append(number)
    stays, waits = [], []
    for remark in reading.remarks:
        moved = _moved(texts.get(remark.id, ()), where)
        if moved is None:
            waits.append(remark)
            continue
        edit = remark.edit
        if edit is not None and edit.after:
            # What a move is put behind is no line of the remark: it counts from its own first one.
            shift = moved[remark.place.start_line] - remark.place.start_line
            edit = replace(edit, after=max(0, min(len(prompt.lines), edit.after + shift)))
        stays.append(
            remark.but(
                place=_placed(remark.place, moved),
                related=tuple(_placed(one, moved) for one in remark.related),
                edit=edit,
            )
        )
    ids = {part.id for part in prompt.parts("auto")}
    parts = tuple(part for part in reading.parts if part.id in ids)
    return Followed(replace(reading, remarks=tuple(stays), parts=parts), tuple(waits), same=False)


def _moved(
    texts: Sequence[tuple[int, str]], where: Mapping[str, Sequence[int]]
) -> dict[int, int] | None:
    """Old line to new line; None where a line is not there any more, or out of order. Of several
    equal lines the nearest one that follows the one before is taken."""
    moved: dict[int, int] = {}
    last, shift = 0, 0
    for number, text in texts:
        if not text.strip() and moved:
            moved[number] = last + (number - max(moved))
            last = moved[number]
            continue
        places = [line for line in where.get(text, ()) if line > last]
        if not places:
            return None
        moved[number] = last = min(places, key=lambda line: abs(line - number - shift))
        shift = last - number
    return moved or None


def _placed(place: Place, moved: Mapping[int, int]) -> Place:
    if place.path:
        return place
    first = moved[place.start_line]
    return replace(place, start_line=first, end_line=moved.get(place.end_line, first))


def _reading(kept: Mapping[str, Any]) -> Reading:
    parts = tuple(
        PartReading(str(one["id"]), float(one["relevance"]), str(one["usage"]), str(one["why"]))
        for one in kept["parts"]
    )
    remarks = tuple(_remark(one) for one in kept["remarks"])
    dropped = {str(why): int(count) for why, count in kept["dropped"].items()}
    return Reading(str(kept["task"]), parts, remarks, dropped)


def _remark(row: Mapping[str, Any]) -> Remark:
    edit = None
    if row["kind"] == "edit":
        edit = Edit(
            str(row["edit"]),
            str(row["new"]),
            int(row["after"] or 0),
            str(row["target"] or ""),
            str(row["keeps"]),
            tuple(map(str, row["needs"])),
            tuple(map(str, row["lacks"])),
        )
    return Remark(
        str(row["kind"]),
        _place(row),
        str(row["why"]),
        str(row["label"] or ""),
        tuple(_place(one) for one in row["related"]),
        edit,
        str(row["state"]),
        str(row["against"] or ""),
        str(row["id"]),
    )


def _place(row: Mapping[str, Any]) -> Place:
    first, last = int(row["start_line"]), int(row["end_line"])
    return Place(first, last, str(row["quote"]), str(row.get("path") or ""))
