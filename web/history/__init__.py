"""What was played: games and their replay, throws against fair ones, the archive."""
