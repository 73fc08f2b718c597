"""Positions, games and matches as text, for other programs and as our own score sheet, and back."""

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
from engine.notation.games_file import LARGEST_FILE, FoundGame, PartError, file_name, keep_games, read_games
from engine.notation.house import read_house, write_house
from engine.notation.mat_writer import mat_names, mat_part, why_not_mat, write_mat
from engine.notation.match_json import match_to_json, write_match_json
from engine.notation.plays import whole_play
from engine.notation.positions import LONGEST_ID, PositionIds, position_ids, position_of_id
from engine.notation.record import FORM, Record, replay_record, write_record
from engine.notation.record_reader import read_record
from engine.notation.sgf import write_sgf
from engine.notation.transcript import (
    GameTranscript,
    Transcript,
    game_transcript,
    match_transcript,
    transcript,
)

__all__ = [
    "Difference",
    "FORM",
    "FoundGame",
    "GameTranscript",
    "LARGEST_FILE",
    "LONGEST_ID",
    "PartError",
    "PositionIds",
    "Record",
    "Standing",
    "Transcript",
    "file_name",
    "game_transcript",
    "keep_games",
    "mat_names",
    "mat_part",
    "match_id",
    "match_to_json",
    "match_transcript",
    "parse_gnu_ids",
    "parse_match_id",
    "parse_position_id",
    "parse_xgid",
    "position_id",
    "position_ids",
    "position_of_id",
    "read_games",
    "read_house",
    "read_record",
    "replay_record",
    "transcript",
    "whole_play",
    "why_not_mat",
    "write_house",
    "write_mat",
    "write_match_json",
    "write_record",
    "write_sgf",
    "xgid",
]
