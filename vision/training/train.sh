#!/usr/bin/env bash
# Train both models anew from seeds; everything lands in vision/training/out and vision/models.
set -euo pipefail
cd "$(dirname "$0")"

python compose_dice.py --count 700 --seed 1 # single dice, by marching rays to a rounded cube
python compose_dice.py --count 700 --seed 2
python compose_shells.py # single cowries, as lit height fields
python compose_parts.py  # single dice and cowries that parts.py has rendered
for seed in 200 201 202 203 204 205 206 207; do python compose_scenes.py --count 500 --seed "$seed"; done
for seed in 220 221 222 223 224 225; do python compose_scenes.py --count 450 --seed "$seed" --shells 0.65; done
python train_finder.py --minutes 88 --rate 4e-3 --seed 7
python compose_mined.py 200 201 204 206 220 221 223 224 # where the finder looks
for seed in 70 71; do python compose_patches.py --count 10000 --seed "$seed"; done
python compose_patches.py --count 11000 --seed 72
for seed in 80 81 82; do python compose_patches.py --count 11000 --seed "$seed" --shells 0.5; done
for seed in 83 84; do python compose_patches.py --count 11000 --seed "$seed" --shells 0.8; done
python train_faces.py --minutes 90 --rate 4e-3
mkdir -p out/held # scenes of parts that no training takes, for `python -m vision.bench`
python compose_frames.py --folder out/held $(seq 9500 9699) >out/held/truth.toml
