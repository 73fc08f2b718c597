#!/usr/bin/env bash
# Train all models anew from seeds; everything lands in vision/training/out and vision/models.
set -euo pipefail
cd "$(dirname "$0")"

python -m compose.dice --count 700 --seed 1 # single dice, by marching rays to a rounded cube
python -m compose.dice --count 700 --seed 2
python -m compose.shells # single cowries, as lit height fields
python -m compose.shells --count 1200 --seed 3 --rolled # mouths that lie half on their side
python -m compose.rendered_parts  # single dice and cowries that parts.py has rendered
python -m compose.rendered_pairs # two that touch, leaning or flat, that pairs.py has rendered
for seed in 200 201 202 203 204 205 206 207; do python -m compose.scenes --count 500 --seed "$seed"; done
for seed in 220 221 222 223 224 225; do python -m compose.scenes --count 450 --seed "$seed" --shells 0.65; done
tables="--looks 0.6 --shine 0.7 --harsh 0.35" # looks of tables, windows mirrored in them, harm done by cameras
for seed in 300 301; do python -m compose.scenes --count 400 --seed "$seed" --shells 0.65 $tables; done
for seed in 302 303; do python -m compose.scenes --count 300 --seed "$seed" --shells 0.7 $tables --pairs 0.25; done
python -m networks.finder --minutes 88 --rate 4e-3 --seed 7
python -m compose.mined 200 201 204 206 220 221 223 224 300 301 302 303 # where the finder looks
for seed in 70 71; do python -m compose.patches --count 10000 --seed "$seed"; done
python -m compose.patches --count 11000 --seed 72
for seed in 80 81 82; do python -m compose.patches --count 11000 --seed "$seed" --shells 0.5; done
for seed in 83 84; do python -m compose.patches --count 11000 --seed "$seed" --shells 0.8; done
for seed in 100 101 102 103; do python -m compose.patches --count 9000 --seed "$seed" --shells 0.6 $tables; done
python -m compose.patches --count 9000 --seed 104 --shells 0.2 $tables
python -m compose.patches --count 7000 --seed 121 --shells 0.05 $tables
for seed in 110 111 112 120 122; do python -m compose.patches --count 9000 --seed "$seed" --shells 0.75 $tables --pairs 0.35; done
python -m networks.faces --minutes 120 --rate 4e-3
python -m networks.boards --kind column --minutes 90 --seed 1 # what stands on a point; of compose/boards.py
python -m networks.boards --kind square --minutes 45 --seed 1 # and on a square
mkdir -p out/held # scenes of parts that no training takes, for `make bench ARGS=eye`
python -m compose.frames --folder out/held $(seq 9500 9699) >out/held/truth.toml
