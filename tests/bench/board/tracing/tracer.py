"""Hands a still to Blender, whose path tracer tells what light comes in at each pixel."""

from __future__ import annotations

import math
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from tests.bench.board.tracing.scene import Lamp, Mesh, Paint, Thing, Triple
from tests.bench.board.tracing.view import OVERSCAN, View
from tests.bench.eye.looks.grain import Grid


def traced(
    things: Sequence[Thing],
    lamps: Sequence[Lamp],
    fill: Triple,
    view: View,
    *,
    rays: int,
    threads: int,
    alone: bool = False,
    quick: bool = False,
) -> Grid:
    """Return the light of a straight picture, `OVERSCAN` times as wide and high as the view's.

    Args:
        things: All that there is.
        lamps: What shines.
        fill: What the room shines by itself, red green blue.
        view: The camera.
        rays: Of each pixel.
        threads: Of the processor.
        alone: Things of the board catch shadows and are not seen otherwise.
        quick: Smooth more roughly, in half the time: for small pictures.

    Returns:
        Shape (height, width, 3), red green blue, linear, float32; where `alone`, how much is hidden comes
        fourth, 0 to 1, and colours are times that.
    """
    import bpy
    from mathutils import Matrix

    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    _settings(scene, view, rays, threads)
    scene.render.film_transparent = alone
    if quick:
        scene.cycles.denoising_quality, scene.cycles.denoising_prefilter = "FAST", "NONE"
    meshes: dict[int, Any] = {}
    paints: dict[int, Any] = {}
    for thing in things:
        key = id(thing.mesh)
        if key not in meshes:
            meshes[key] = _mesh(bpy, thing.mesh)
        paint = paints.setdefault(id(thing.paint), None) or _material(bpy, thing.paint)
        paints[id(thing.paint)] = paint
        if not meshes[key].materials:
            meshes[key].materials.append(paint)
        made = bpy.data.objects.new(thing.role, meshes[key])
        made.material_slots[0].link = "OBJECT"
        made.material_slots[0].material = paint
        where = np.eye(4)
        where[:3, :3], where[:3, 3] = thing.turn, thing.at
        made.matrix_world = Matrix(where.tolist())
        made.is_shadow_catcher = alone and thing.role == "board"
        scene.collection.objects.link(made)
        if thing.mesh.fused:
            melt = made.modifiers.new("melt", "REMESH")
            melt.mode, melt.voxel_size, melt.use_smooth_shade = "VOXEL", 0.28, True
            soft = made.modifiers.new("soft", "SMOOTH")
            soft.iterations, soft.factor = 9, 0.5
    for lamp in lamps:
        _lamp(bpy, scene, lamp)
    _room(bpy, scene, fill)
    _camera(bpy, scene, view)
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "light.exr"
        scene.render.filepath = str(target)
        bpy.ops.render.render(write_still=True)
        picture = bpy.data.images.load(str(target))
        wide, high = picture.size
        flat = np.empty(wide * high * 4, np.float32)
        picture.pixels.foreach_get(flat)
    return np.ascontiguousarray(flat.reshape(high, wide, 4)[::-1, :, : 4 if alone else 3])


def _settings(scene: Any, view: View, rays: int, threads: int) -> None:
    render, cycles = scene.render, scene.cycles
    render.engine = "CYCLES"
    cycles.samples = rays
    cycles.use_adaptive_sampling = False
    cycles.use_denoising = True
    cycles.denoiser = "OPENIMAGEDENOISE"
    cycles.denoising_input_passes = "RGB_ALBEDO_NORMAL"
    cycles.denoising_quality = "BALANCED"
    cycles.max_bounces, cycles.diffuse_bounces, cycles.glossy_bounces = 4, 2, 2
    cycles.caustics_reflective = cycles.caustics_refractive = False
    cycles.sample_clamp_indirect = 4.0
    cycles.sample_clamp_direct = 40.0
    render.threads_mode, render.threads = "FIXED", threads
    render.resolution_x, render.resolution_y = (round(side * OVERSCAN) for side in view.size)
    render.image_settings.file_format = "OPEN_EXR"
    render.image_settings.color_mode = "RGBA"
    render.image_settings.color_depth = "32"
    scene.view_settings.view_transform = "Raw"


def _mesh(bpy: Any, mesh: Mesh) -> Any:
    made = bpy.data.meshes.new("surface")
    made.from_pydata(mesh.points.tolist(), [], [list(face) for face in mesh.faces])
    corners = np.empty(len(made.loops), np.int32)
    made.loops.foreach_get("vertex_index", corners)
    layer = made.uv_layers.new(name="map")
    layer.data.foreach_set("uv", mesh.uv[corners].astype(np.float32).ravel())
    made.polygons.foreach_set("use_smooth", np.full(len(made.polygons), mesh.smooth))
    made.update()
    return made


def _material(bpy: Any, paint: Paint) -> Any:
    made = bpy.data.materials.new("paint")
    made.use_nodes = True
    tree = made.node_tree
    shader = tree.nodes["Principled BSDF"]
    high, wide = paint.image.shape[:2]
    picture = bpy.data.images.new("skin", wide, high)
    pixels = np.ones((high, wide, 4), np.float32)
    pixels[..., :3] = paint.image[::-1].astype(np.float32) / 255
    picture.pixels.foreach_set(pixels.ravel())
    picture.pack()
    skin = tree.nodes.new("ShaderNodeTexImage")
    skin.image = picture
    colour = skin.outputs["Color"]
    if paint.differ:
        own = tree.nodes.new("ShaderNodeObjectInfo")
        span = tree.nodes.new("ShaderNodeMapRange")
        span.inputs["To Min"].default_value = 1 - paint.differ
        span.inputs["To Max"].default_value = 1 + paint.differ
        tree.links.new(own.outputs["Random"], span.inputs["Value"])
        shift = tree.nodes.new("ShaderNodeHueSaturation")
        tree.links.new(colour, shift.inputs["Color"])
        tree.links.new(span.outputs[0], shift.inputs["Value"])
        colour = shift.outputs["Color"]
    tree.links.new(colour, shader.inputs["Base Color"])
    values = {
        "Roughness": paint.rough,
        "Metallic": paint.metal,
        "Coat Weight": paint.coat,
        "Coat Roughness": paint.coat_rough,
        "Sheen Weight": paint.fuzz,
        "Transmission Weight": paint.through,
    }
    for name, value in values.items():
        shader.inputs[name].default_value = value
    if paint.fuzz or paint.rough > 0.8:
        shader.inputs["Specular IOR Level"].default_value = 0.15
    if paint.relief:
        place = tree.nodes.new("ShaderNodeTexCoord")
        lumps = tree.nodes.new("ShaderNodeTexNoise")
        lumps.inputs["Scale"].default_value = 1 / max(0.01, paint.relief_cm)
        lumps.inputs["Detail"].default_value = 3.0
        bump = tree.nodes.new("ShaderNodeBump")
        bump.inputs["Strength"].default_value = paint.relief
        bump.inputs["Distance"].default_value = paint.relief_cm * 0.4
        tree.links.new(place.outputs["Object"], lumps.inputs["Vector"])
        tree.links.new(lumps.outputs["Fac"], bump.inputs["Height"])
        tree.links.new(bump.outputs["Normal"], shader.inputs["Normal"])
    return made


def _lamp(bpy: Any, scene: Any, lamp: Lamp) -> None:
    from mathutils import Vector

    way = Vector(lamp.at)
    turn = (-way).to_track_quat("-Z", "Y")
    if lamp.kind != "sun":
        shine = bpy.data.lights.new("shine", "AREA")
        shine.shape = "RECTANGLE" if lamp.kind == "pane" else "DISK"
        shine.size, shine.size_y = lamp.size
        shine.energy = lamp.light * math.pi * way.length_squared
        _hang(bpy, scene, shine, lamp, way, turn)
        return
    # A beam as wide as a window's pane: walls with a window would keep the other lamps out as well.
    wide, high = lamp.hole
    for side in (-1, 1):
        beam = bpy.data.lights.new("beam", "AREA")
        beam.shape, beam.size, beam.size_y = "RECTANGLE", wide / 2 - 0.8, high
        beam.spread = lamp.size[0]
        beam.energy = lamp.light * beam.size * beam.size_y
        across = turn @ Vector((side * (wide / 4 + 0.4), 0.0, 0.0))
        _hang(bpy, scene, beam, lamp, Vector((*lamp.aim, 0.0)) + way.normalized() * 70 + across, turn)


def _hang(bpy: Any, scene: Any, shine: Any, lamp: Lamp, where: Any, turn: Any) -> None:
    shine.color = lamp.colour
    thing = bpy.data.objects.new("shine", shine)
    thing.location, thing.rotation_euler = where, turn.to_euler()
    scene.collection.objects.link(thing)


def _room(bpy: Any, scene: Any, fill: Triple) -> None:
    """Let the ceiling shine more than the walls."""
    world = bpy.data.worlds.new("room")
    scene.world = world
    world.use_nodes = True
    tree = world.node_tree
    place = tree.nodes.new("ShaderNodeTexCoord")
    axes = tree.nodes.new("ShaderNodeSeparateXYZ")
    tree.links.new(place.outputs["Generated"], axes.inputs[0])
    span = tree.nodes.new("ShaderNodeMapRange")
    span.inputs["From Min"].default_value, span.inputs["From Max"].default_value = 0.0, 0.9
    span.inputs["To Min"].default_value, span.inputs["To Max"].default_value = 0.45, 1.2
    tree.links.new(axes.outputs["Z"], span.inputs["Value"])
    back = tree.nodes["Background"]
    back.inputs["Color"].default_value = (*fill, 1)
    tree.links.new(span.outputs[0], back.inputs["Strength"])


def _camera(bpy: Any, scene: Any, view: View) -> None:
    from mathutils import Matrix

    eye = bpy.data.cameras.new("eye")
    eye.sensor_fit, eye.sensor_width = "HORIZONTAL", 36.0
    eye.lens = view.focal / (view.size[0] * OVERSCAN) * 36.0
    eye.clip_start, eye.clip_end = 1.0, 5000.0
    thing = bpy.data.objects.new("eye", eye)
    where = np.eye(4)
    where[:3, 0], where[:3, 1], where[:3, 2], where[:3, 3] = view.right, -view.down, -view.ahead, view.at
    thing.matrix_world = Matrix(where.tolist())
    scene.collection.objects.link(thing)
    scene.camera = thing
