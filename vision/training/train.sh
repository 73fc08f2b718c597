#!/usr/bin/env bash
# Train both models anew from seeds; everything lands in vision/training/out and vision/models.
set -euo pipefail
cd "$(dirname "$0")"

python compose_dice.py --count 700 --seed 1 # single dice, by marching rays to a rounded cube
python compose_dice.py --count 700 --seed 2
python compose_shells.py # single cowries, as lit height fields
if [ -e out/parts/parts.jsonl ]; then
    python compose_parts.py # single dice and cowries that parts.py has rendered with Blender
else
    echo "out/parts is empty: the drawn dice and shells are used alone (parts.py renders more)"
fi
for seed in 10 11 12 13 14 15; do python compose_scenes.py --count 600 --seed "$seed"; done
python train_finder.py --minutes 32
python compose_scenes.py --count 450 --seed 30 --mine # also patches where the finder looks
python compose_patches.py --count 9000 --seed 50
python compose_patches.py --count 9000 --seed 51
python train_faces.py --minutes 30
