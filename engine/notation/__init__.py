"""Positions as other programs write them, whole games as our own score sheet, and both back."""

from engine.notation.backgammon import (
    Standing,
    match_id,
    parse_gnu_ids,
    parse_match_id,
    parse_position_id,
    parse_xgid,
    position_id,
    xgid,
)
from engine.notation.differences import Difference
from engine.notation.games_file import LARGEST_FILE, FoundGame, file_name, read_games
from engine.notation.house import read_house, write_house
from engine.notation.plays import whole_play
from engine.notation.positions import LONGEST_ID, PositionIds, position_ids, position_of_id
from engine.notation.record import FORM, Record, replay_record, write_record
from engine.notation.record_reader import read_record

__all__ = [
    "Difference",
    "FORM",
    "FoundGame",
    "LARGEST_FILE",
    "LONGEST_ID",
    "PositionIds",
    "Record",
    "file_name",
    "read_games",
    "read_house",
    "read_record",
    "replay_record",
    "whole_play",
    "write_house",
    "write_record",
    "Standing",
    "match_id",
    "parse_gnu_ids",
    "parse_match_id",
    "parse_position_id",
    "parse_xgid",
    "position_id",
    "position_ids",
    "position_of_id",
    "xgid",
]
