"""Reliquary once more, slow and simple, written from the rules alone: what the real one is checked against.

It shares nothing with ``games/reliquary`` but the patterns and Escorts of the cards. A table is a plain dict. A
play is run from its start with the answers given so far, and stops where one is missing.
"""

import copy
import itertools

ATTACKS = {
    # name: (for a Hero, for a Minion); damage, range, push, pull, enemies
    "Bolt": ((2, 2, 0, 0, 1), (1, 1, 0, 0, 1)),
    "Smite": ((1, 1, 1, 0, 1), (0, 1, 1, 0, 1)),
    "Pyre Choir": ((2, 2, 0, 0, 1), (1, 1, 0, 0, 1)),
    "Bone Wardens": ((1, 1, 1, 0, 1), (0, 1, 1, 0, 1)),
    "Veiled Hand": ((1, 1, 0, 0, 1), (1, 1, 0, 0, 1)),
    "Grave Tide": ((1, 2, 0, 0, 1), (1, 1, 0, 0, 1)),
    "Storm Sworn": ((1, 2, 2, 0, 1), (0, 1, 1, 0, 1)),
    "Lantern Bearers": ((1, 3, 0, 0, 1), (1, 1, 0, 0, 1)),
    "Gallows Court": ((1, 3, 0, 2, 1), (0, 2, 0, 1, 1)),
    "Ash Reapers": ((1, 1, 0, 0, 2), (1, 1, 0, 0, 1)),
    "Hollow Kin": ((1, 1, 0, 0, 1), (1, 1, 0, 0, 1)),
}
REACH = {"Hook": 3, "Veil": 2, "Passage": 3, "Ordeal": 2}


class Asks(Exception):
    """The play cannot go on without an answer of a seat."""

    def __init__(self, seat, options):
        super().__init__()
        self.seat, self.options = seat, options


class Over(Exception):
    """The match is decided."""


def squares(table):
    return [(x, y) for x in range(1, table["size"] + 1) for y in range(1, table["size"] + 1)]


def on(table, square):
    return next((piece for piece in table["pieces"].values() if piece["at"] == square), None)


def free(table, square):
    return square in squares(table) and square not in table["ruins"] and on(table, square) is None


def far(one, two):
    return max(abs(one[0] - two[0]), abs(one[1] - two[1]))


def mine(table, seat):
    return [piece for piece in table["pieces"].values() if piece["seat"] == seat and piece["at"]]


def home(table, seat):
    y = 1 if seat == 1 else table["size"]
    return [(x, y) for x in range(1, table["size"] + 1)]


def half(table, square):
    if 2 * square[1] < table["size"] + 1:
        return 1
    return 2 if 2 * square[1] > table["size"] + 1 else None


def carries(table, piece):
    return any(relic["by"] == piece["id"] for relic in table["relics"].values())


def veiled(table, piece):
    return piece["veil"] == table["turn"]


def safe(table, piece):
    return piece["aegis"] is not None and table["turn"] < piece["aegis"]


def steps(table, piece):
    if veiled(table, piece):
        return []
    return [square for square in squares(table) if far(square, piece["at"]) == 1 and free(table, square)]


def clear(table, start, target, hook=False):
    """A straight line with nothing in between; Ruins do not hide a carrier, but from Hook."""
    dx, dy = target["at"][0] - start[0], target["at"][1] - start[1]
    if not (dx == 0 or dy == 0 or abs(dx) == abs(dy)):
        return False
    length = far(start, target["at"])
    for n in range(1, length):
        square = (start[0] + dx * n // length, start[1] + dy * n // length)
        if on(table, square) or (square in table["ruins"] and (hook or not carries(table, target))):
            return False
    return True


def slain(table, seat):
    found = table["pieces"].values()
    return [piece for piece in found if piece["seat"] == seat and not piece["at"] and not piece["hero"]]


def attack_of(table, card, piece):
    """The line of ATTACKS that a piece has by a card; None: the card has a way of its own."""
    name = card if card in table["unique"] else table["factions"][piece["seat"]]
    return ATTACKS[name][0 if piece["hero"] else 1] if name in ATTACKS else None


def aims(table, card, piece, stand):
    """Every list of targets that an attack may have from a square."""
    seat, line = piece["seat"], attack_of(table, card, piece)
    enemies = [one for one in mine(table, 3 - seat) if one["at"] != stand]
    if line:
        hit = [one["id"] for one in enemies if far(stand, one["at"]) <= line[1] and clear(table, stand, one)]
        pairs = [(a, b) for a in hit for b in hit if a != b and line[4] == 2]
        return [(one,) for one in hit] + pairs
    if card == "Gale":
        return list(itertools.permutations(one["id"] for one in enemies if far(stand, one["at"]) == 1))
    if card in ("Aegis", "Rapture"):
        return [()]
    others = [one for one in mine(table, seat) if one is not piece] if card == "Passage" else enemies
    near = [one for one in others if far(stand, one["at"]) <= REACH[card]]
    return [(one["id"],) for one in near if clear(table, stand, one, hook=card == "Hook")]


def steps_before(table, card, piece):
    line = attack_of(table, card, piece)
    return line[1] == 1 if line else card == "Gale"


def plays(table):
    """Every whole play of the seat that has the turn; a gamble once for each roll."""
    seat = table["active"]
    found = [play for card in table["hands"][seat] for play in plays_of(table, seat, card)]
    return found or [("swap", card) for card in table["hands"][seat]]


def plays_of(table, seat, card):
    for piece in mine(table, seat):
        if not veiled(table, piece):
            yield from moves(table, seat, card, piece)
    if table["round"] > 1:
        for piece in mine(table, seat):
            yield from attacks(table, card, piece)
    for minion in slain(table, seat):
        yield from (("rally", card, minion["id"], square) for square in home(table, seat) if free(table, square))
    rite = table["rites"][seat]
    if rite == "Exhumation":
        yield from (("rite", card, None, square) for square in home(table, seat) if free(table, square))
    if rite == "Desecration":
        yield from (("rite", card, None, ruin) for ruin in table["ruins"] if half(table, ruin) == seat)
    if rite == "Harrow":
        for minion in slain(table, 3 - seat):
            yield from (("rite", card, minion["id"], square) for square in home(table, seat) if free(table, square))


def moves(table, seat, card, piece):
    turn = 1 if seat == 1 else -1
    for dx, dy in table["patterns"][card]:
        end = (piece["at"][0] + turn * dx, piece["at"][1] + turn * dy)
        if not free(table, end):
            continue
        yield ("move", card, piece["id"], end, None)
        if card in table["escorts"]:
            after = copy.deepcopy(table)
            after["pieces"][piece["id"]]["at"] = end
            for friend in mine(after, seat):
                if friend["id"] != piece["id"]:
                    yield from (("move", card, piece["id"], end, (friend["id"], way)) for way in steps(after, friend))


def attacks(table, card, piece):
    here = piece["at"]
    stands = [None, *(steps(table, piece) if steps_before(table, card, piece) else [])]
    for step in stands:
        rolls = (1, 2, 3, 4, 5, 6) if card in ("Ordeal", "Rapture") else (None,)
        for targets in aims(table, card, piece, step or here):
            yield from (("attack", card, piece["id"], step, targets, roll) for roll in rolls)


def run(table, play, answers=()):
    """The table after a play, who is asked, and what may be answered; nobody is asked when the turn is over."""
    table, answers = copy.deepcopy(table), list(answers)

    def ask(seat, options):
        if not answers:
            raise Asks(seat, options)
        answer = answers.pop(0)
        assert answer in options
        return answer

    seat = table["active"]
    table["hands"][seat] = [table["waiting"] if card == play[1] else card for card in table["hands"][seat]]
    table["waiting"] = play[1]
    try:
        DO[play[0]](table, seat, play, ask)
        end_turn(table, seat, ask)
    except Asks as asks:
        return table, asks.seat, asks.options
    except Over:
        pass
    return table, None, ()


def come_to(table, piece, square):
    piece["at"] = square
    relic = table["relics"][3 - piece["seat"]]
    if relic["at"] == square:
        relic["at"], relic["by"], table["touched"] = None, piece["id"], True


def drop(table, piece, square):
    for relic in table["relics"].values():
        if relic["by"] == piece["id"]:
            relic["at"], relic["by"], table["touched"] = square, None, True


def do_step(table, piece, square):
    piece["stepped"] = True
    come_to(table, piece, square)


def hurt(table, piece, amount, ask):
    if safe(table, piece) or not piece["at"] or not amount:
        return
    piece["hp"], table["lost"] = max(piece["hp"] - amount, 0), True
    if piece["hp"]:
        return
    drop(table, piece, piece["at"])
    piece.update(at=None, veil=None, aegis=None, stepped=False)
    seat = piece["seat"]
    if piece["hero"]:
        win(table, (3 - seat,))
    places = [("recall", square) for square in home(table, seat) if free(table, square)]
    if table["factions"][seat] == "Grave Tide" and not table["recalled"][seat] and places:
        answer = ask(seat, [*places, ("no",)])
        if answer != ("no",):
            piece["at"], piece["hp"], table["recalled"][seat] = answer[1], 1, True


def win(table, winners):
    table["over"] = winners
    raise Over


def shove(table, start, piece, amount, toward, ask):
    if not piece["at"] or safe(table, piece):
        return
    dx, dy = piece["at"][0] - start[0], piece["at"][1] - start[1]
    sign = -1 if toward else 1
    way = (((dx > 0) - (dx < 0)) * sign, ((dy > 0) - (dy < 0)) * sign)
    origin = end = piece["at"]
    for _ in range(amount):
        ahead = (end[0] + way[0], end[1] + way[1])
        if not free(table, ahead):
            break
        end = ahead
    if end == origin:
        hurt(table, piece, 1, ask)
        return
    drop(table, piece, origin)
    come_to(table, piece, end)


def do_move(table, seat, play, ask):
    come_to(table, table["pieces"][play[2]], play[3])
    if play[4]:
        do_step(table, table["pieces"][play[4][0]], play[4][1])


def do_attack(table, seat, play, ask):
    _, card, number, step, targets, roll = play
    piece = table["pieces"][number]
    line = attack_of(table, card, piece)
    if step:
        do_step(table, piece, step)
    if line:
        strike(table, card, piece, line, targets, ask)
    elif card == "Hook":
        shove(table, piece["at"], table["pieces"][targets[0]], 3, True, ask)
    elif card == "Gale":
        for target in targets:
            shove(table, piece["at"], table["pieces"][target], 2, False, ask)
    elif card == "Veil":
        table["pieces"][targets[0]]["veil"] = table["turn"] + 1
    elif card == "Passage":
        swap(table, piece, table["pieces"][targets[0]])
    elif card == "Aegis":
        piece["aegis"] = table["turn"] + 2
    elif card == "Ordeal":
        hurt(table, piece if roll == 1 else table["pieces"][targets[0]], 2 if roll >= 5 else 1, ask)
    elif card == "Rapture":
        wander(table, piece, 1 if roll <= 3 else 3, roll <= 3, ask)


def strike(table, card, piece, line, targets, ask):
    damage, _, push, pull, _ = line
    faction = table["factions"][piece["seat"]] if card not in table["unique"] else None
    for number in targets:
        target, place = table["pieces"][number], table["pieces"][number]["at"]
        hurt(table, target, damage, ask)
        if push or pull:
            shove(table, piece["at"], target, push + pull, pull > 0, ask)
        ways = [way for way in steps(table, piece) if way == place]
        if faction == "Grave Tide" and not piece["hero"] and not target["at"] and ways:
            choose_step(table, piece, ways, False, ask)
    if faction == "Veiled Hand" and piece["hero"]:
        wander(table, piece, 1, False, ask)
    if faction == "Hollow Kin" and piece["hero"]:
        friends = [one for one in mine(table, piece["seat"]) if not one["hero"] and far(one["at"], piece["at"]) <= 2]
        options = [("swap_with", one["id"]) for one in friends if clear(table, piece["at"], one)]
        answer = ask(piece["seat"], [*options, ("no",)]) if options else ("no",)
        if answer != ("no",):
            swap(table, piece, table["pieces"][answer[1]])


def swap(table, one, two):
    here, there = one["at"], two["at"]
    one["at"], two["at"] = there, here
    come_to(table, one, there)
    come_to(table, two, here)


def wander(table, piece, times, must, ask):
    for _ in range(times):
        if not choose_step(table, piece, steps(table, piece), must, ask):
            return


def choose_step(table, piece, ways, must, ask):
    if not ways:
        return False
    answer = ask(piece["seat"], [("step", way) for way in ways] + ([] if must else [("no",)]))
    if answer == ("no",):
        return False
    do_step(table, piece, answer[1])
    return True


def do_rally(table, seat, play, ask):
    table["pieces"][play[2]].update(at=play[3], hp=1)


def do_rite(table, seat, play, ask):
    rite, table["rites"][seat], table["vigil"], table["held"] = table["rites"][seat], None, 6, True
    if rite == "Harrow":
        table["pieces"][play[2]].update(at=play[3], hp=1, seat=seat)
        return
    table["ruins"] = [ruin for ruin in table["ruins"] if ruin != play[3]]
    new = {"id": max(table["pieces"]) + 1, "seat": seat, "hero": False, "at": play[3], "hp": 1}
    table["pieces"][new["id"]] = {**new, "veil": None, "aegis": None, "stepped": False}


DO = {"move": do_move, "attack": do_attack, "rally": do_rally, "rite": do_rite, "swap": lambda *_: None}


def end_turn(table, seat, ask):
    carrier = table["pieces"].get(table["relics"][3 - seat]["by"])
    if carrier and table["factions"][seat] == "Lantern Bearers" and not carrier["stepped"]:
        wander(table, carrier, 1, False, ask)
    for piece in table["pieces"].values():
        piece["stepped"] = False
        if piece["veil"] is not None and piece["veil"] <= table["turn"]:
            piece["veil"] = None
    if carrier and carrier["at"] in home(table, seat):
        win(table, (seat,))
    if seat != table["first"]:
        end_round(table)
    table["turn"], table["active"] = table["turn"] + 1, 3 - seat
    if table["active"] == table["first"]:
        table["round"] += 1
    for piece in table["pieces"].values():
        if piece["aegis"] is not None and piece["aegis"] <= table["turn"]:
            piece["aegis"] = None


def end_round(table):
    if table["lost"] or table["touched"]:
        table["vigil"] = 6
    elif not table["held"]:
        table["vigil"] -= 1
    table["lost"] = table["touched"] = table["held"] = False
    if table["vigil"] == 0:
        one, two = (standing_of(table, seat) for seat in (1, 2))
        win(table, () if one == two else (1,) if one > two else (2,))


def standing_of(table, seat):
    """What is compared when the Vigil ends: score, damage of the Hero, Minions."""
    where = {}
    for owner in (1, 2):
        number = table["relics"][3 - owner]["by"]
        where[owner] = half(table, table["pieces"][number]["at"]) if number else None
    costs = where[seat] if table["reading"] == "own" else where[3 - seat]
    (hero,) = (piece for piece in mine(table, seat) if piece["hero"])
    full = 5 if table["factions"][seat] == "Bone Wardens" else 4
    return (where[seat] == 3 - seat) - (costs == seat), hero["hp"] - full, len(mine(table, seat)) - 1
