"""Blender as a studio: shapes become objects, light falls on them, a camera looks down.

Units are centimetres; x runs right in the picture, y up, z towards the camera.
"""

from __future__ import annotations

from pathlib import Path

import bpy  # first: it brings bmesh and mathutils

# isort: split
import bmesh
import numpy as np
from mathutils import Matrix, Vector
from shapes.shape import Colour, Floats, Shape, linear, rotation


def clean(*, width: int, height: int, samples: int, threads: int = 2) -> bpy.types.Scene:
    """Begin with nothing but an empty scene that renders on the processor."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    scene.render.engine = "CYCLES"
    scene.cycles.device = "CPU"
    scene.cycles.samples = samples
    scene.cycles.use_adaptive_sampling = False
    scene.cycles.use_denoising = True
    scene.cycles.denoiser = "OPENIMAGEDENOISE"
    scene.cycles.denoising_quality = "FAST"
    scene.cycles.denoising_prefilter = "FAST"
    scene.cycles.use_light_tree = False
    scene.cycles.max_bounces = 5
    scene.cycles.diffuse_bounces = 2
    scene.cycles.glossy_bounces = 2
    scene.cycles.transmission_bounces = 4
    scene.cycles.caustics_reflective = False
    scene.cycles.caustics_refractive = False
    scene.cycles.sample_clamp_indirect = 3.0
    scene.render.threads_mode = "FIXED"
    scene.render.threads = threads
    scene.render.use_persistent_data = True
    scene.render.resolution_x = width
    scene.render.resolution_y = height
    scene.render.resolution_percentage = 100
    scene.render.image_settings.file_format = "PNG"
    scene.view_settings.view_transform = "Standard"
    return scene


def add(shape: Shape, name: str, material: bpy.types.Material) -> bpy.types.Object:
    """Put a shape into the scene as a smooth object."""
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata(shape.points.tolist(), [], shape.faces)
    colour = mesh.color_attributes.new("paint", "FLOAT_COLOR", "POINT")
    colour.data.foreach_set("color", shape.colours.astype(np.float32).ravel())
    work = bmesh.new()
    work.from_mesh(mesh)
    bmesh.ops.remove_doubles(work, verts=work.verts, dist=1e-4)
    work.to_mesh(mesh)
    work.free()
    mesh.shade_smooth()
    mesh.materials.append(material)
    thing = bpy.data.objects.new(name, mesh)
    thing.rotation_mode = "QUATERNION"
    bpy.context.scene.collection.objects.link(thing)
    return thing


def remove(things: list[bpy.types.Object]) -> None:
    """Take objects and their meshes out of the scene for good."""
    for thing in things:
        mesh = thing.data
        bpy.data.objects.remove(thing)
        bpy.data.meshes.remove(mesh)


def painted(
    name: str,
    *,
    coat: float = 0.6,
    roughness: float = 0.42,
    coat_roughness: float = 0.12,
    clear: bool = False,
) -> bpy.types.Material:
    """Make a material that takes its colour and gloss from the corners of the shape."""
    material, nodes, links, shader = _principled(name)
    paint = nodes.new("ShaderNodeVertexColor")
    paint.layer_name = "paint"
    links.new(paint.outputs["Color"], shader.inputs["Base Color"])
    shine = nodes.new("ShaderNodeMath")
    shine.operation = "MULTIPLY"
    shine.inputs[1].default_value = coat
    links.new(paint.outputs["Alpha"], shine.inputs[0])
    links.new(shine.outputs[0], shader.inputs["Coat Weight"])
    rough = nodes.new("ShaderNodeMapRange")
    rough.inputs["To Min"].default_value = 0.85
    rough.inputs["To Max"].default_value = roughness
    links.new(paint.outputs["Alpha"], rough.inputs["Value"])
    links.new(rough.outputs[0], shader.inputs["Roughness"])
    shader.inputs["Coat Roughness"].default_value = coat_roughness
    if clear:
        shader.inputs["Transmission Weight"].default_value = 0.75
        shader.inputs["Roughness"].default_value = 0.15
        shader.inputs["IOR"].default_value = 1.3
    return material


def _principled(name: str) -> tuple[bpy.types.Material, object, object, object]:
    material = bpy.data.materials.new(name)
    material.use_nodes = True
    nodes, links = material.node_tree.nodes, material.node_tree.links
    return material, nodes, links, nodes["Principled BSDF"]


def cloth(
    name: str, dark: Colour, light: Colour, *, grain: float = 9.0, weave: bool = False
) -> bpy.types.Material:
    """Make felt, or woven cloth: mottled colour, many small bumps, a soft sheen."""
    material, nodes, links, shader = _principled(name)
    where = nodes.new("ShaderNodeTexCoord")
    fine = nodes.new("ShaderNodeTexNoise")
    fine.inputs["Scale"].default_value = grain
    fine.inputs["Detail"].default_value = 6.0
    fine.inputs["Roughness"].default_value = 0.75
    links.new(where.outputs["Object"], fine.inputs["Vector"])
    ramp = nodes.new("ShaderNodeValToRGB")
    ramp.color_ramp.elements[0].position = 0.3
    ramp.color_ramp.elements[0].color = (*linear(dark), 1)
    ramp.color_ramp.elements[1].position = 0.7
    ramp.color_ramp.elements[1].color = (*linear(light), 1)
    links.new(fine.outputs["Fac"], ramp.inputs["Fac"])
    links.new(ramp.outputs["Color"], shader.inputs["Base Color"])
    bump = nodes.new("ShaderNodeBump")
    bump.inputs["Strength"].default_value = 0.5
    bump.inputs["Distance"].default_value = 0.03
    source = fine.outputs["Fac"]
    if weave:
        wave = nodes.new("ShaderNodeTexWave")
        wave.inputs["Scale"].default_value = 4.5
        wave.inputs["Distortion"].default_value = 2.0
        links.new(where.outputs["Object"], wave.inputs["Vector"])
        source = wave.outputs["Fac"]
    links.new(source, bump.inputs["Height"])
    links.new(bump.outputs["Normal"], shader.inputs["Normal"])
    shader.inputs["Roughness"].default_value = 0.95
    shader.inputs["Sheen Weight"].default_value = 0.25
    shader.inputs["Specular IOR Level"].default_value = 0.2
    return material


def wood(
    name: str, dark: Colour, light: Colour, *, stretch: tuple[float, float, float]
) -> bpy.types.Material:
    """Make varnished wood whose grain runs where `stretch` is smallest."""
    material, nodes, links, shader = _principled(name)
    where = nodes.new("ShaderNodeTexCoord")
    squeeze = nodes.new("ShaderNodeMapping")
    squeeze.inputs["Scale"].default_value = stretch
    links.new(where.outputs["Object"], squeeze.inputs["Vector"])
    grain = nodes.new("ShaderNodeTexNoise")
    grain.inputs["Scale"].default_value = 1.0
    grain.inputs["Detail"].default_value = 8.0
    grain.inputs["Roughness"].default_value = 0.65
    grain.inputs["Distortion"].default_value = 0.6
    links.new(squeeze.outputs["Vector"], grain.inputs["Vector"])
    ramp = nodes.new("ShaderNodeValToRGB")
    ramp.color_ramp.elements[0].position = 0.32
    ramp.color_ramp.elements[0].color = (*linear(dark), 1)
    ramp.color_ramp.elements[1].position = 0.68
    ramp.color_ramp.elements[1].color = (*linear(light), 1)
    links.new(grain.outputs["Fac"], ramp.inputs["Fac"])
    links.new(ramp.outputs["Color"], shader.inputs["Base Color"])
    shader.inputs["Roughness"].default_value = 0.45
    shader.inputs["Coat Weight"].default_value = 0.15
    return material


def lamp(place: tuple[float, float, float], *, size: float, watts: float, colour: Colour) -> bpy.types.Object:
    """Hang a square lamp that looks at the middle of the floor."""
    light = bpy.data.lights.new("lamp", "AREA")
    light.shape = "SQUARE"
    light.size = size
    light.energy = watts
    light.color = colour
    thing = bpy.data.objects.new("lamp", light)
    thing.location = place
    thing.rotation_euler = (-Vector(place)).to_track_quat("-Z", "Y").to_euler()
    bpy.context.scene.collection.objects.link(thing)
    return thing


def window(
    way: Floats,
    wide: float,
    high: float,
    *,
    light: float,
    colour: Colour,
    panes: tuple[int, int] = (1, 1),
    gap: float = 0.1,
    is_round: bool = False,
    far: float = 50.0,
) -> None:
    """Hang a window of one or more panes, or a round lamp.

    Args:
        way: Direction of its middle, seen from the middle of the floor, length 1.
        wide: How wide it looks from there, radians.
        high: How high.
        light: What it throws on a square that faces it: pi lights white paper fully.
        colour: Of its light, linear.
        panes: Beside each other, and one over the other.
        gap: Width of the bars between panes, in widths of a pane.
        is_round: A round lamp; `high` is not looked at then.
        far: Distance, centimetres.
    """
    middle = Vector(way) * far
    turn = (-middle).to_track_quat("-Z", "Y")
    across, tall = 2 * far * np.tan(wide / 2), 2 * far * np.tan(high / 2)
    for column in range(panes[0]):
        for row in range(panes[1]):
            pane = bpy.data.lights.new("pane", "AREA")
            pane.shape = "DISK" if is_round else "RECTANGLE"
            pane.size, pane.size_y = across / panes[0] * (1 - gap), tall / panes[1] * (1 - gap)
            pane.energy = light * np.pi * far**2 / (panes[0] * panes[1])
            pane.color = colour
            thing = bpy.data.objects.new("pane", pane)
            x, y = ((column + 0.5) / panes[0] - 0.5) * across, ((row + 0.5) / panes[1] - 0.5) * tall
            thing.location = middle + turn @ Vector((x, y, 0.0))
            thing.rotation_euler = turn.to_euler()
            bpy.context.scene.collection.objects.link(thing)


def ring(way: Floats, across: float, *, light: float, colour: Colour, far: float = 50.0) -> None:
    """Hang a ring light: `across` is how wide it looks from the middle of the floor, radians."""
    middle = Vector(way) * far
    turn = np.array((-middle).to_track_quat("-Z", "Y").to_matrix())
    outer = far * np.tan(across / 2)
    inner, count = 0.72 * outer, 48
    angle = np.arange(count) * 2 * np.pi / count
    flat = np.stack([np.cos(angle), np.sin(angle), np.zeros(count)], axis=1)
    points = np.concatenate([inner * flat, outer * flat]) @ turn.T + np.array(middle)
    faces = [(i, count + i, count + (i + 1) % count, (i + 1) % count) for i in range(count)]
    glow, nodes, links, _ = _principled("glow")
    lit = nodes.new("ShaderNodeEmission")
    lit.inputs["Color"].default_value = (*colour, 1)
    lit.inputs["Strength"].default_value = light / (np.pi * (outer**2 - inner**2) / far**2)
    links.new(lit.outputs[0], nodes["Material Output"].inputs["Surface"])
    thing = add(Shape(points, faces, np.zeros((2 * count, 4))), "ring", glow)
    thing.visible_camera = False


def bare() -> bpy.types.Material:
    """Make a material that shows how a surface is turned: red is right, green is up, 0.5 neither, blue gloss.

    To be rendered with the view transform `Raw`.
    """
    material, nodes, links, _ = _principled("bare")
    paint = nodes.new("ShaderNodeVertexColor")
    paint.layer_name = "paint"
    where = nodes.new("ShaderNodeNewGeometry")
    seen = nodes.new("ShaderNodeVectorTransform")
    seen.vector_type, seen.convert_from, seen.convert_to = "NORMAL", "WORLD", "CAMERA"
    links.new(where.outputs["Normal"], seen.inputs[0])
    apart = nodes.new("ShaderNodeSeparateXYZ")
    links.new(seen.outputs[0], apart.inputs[0])
    together = nodes.new("ShaderNodeCombineXYZ")
    for number, axis in enumerate("XY"):
        half = nodes.new("ShaderNodeMath")
        half.operation = "MULTIPLY_ADD"
        half.inputs[1].default_value = half.inputs[2].default_value = 0.5
        links.new(apart.outputs[axis], half.inputs[0])
        links.new(half.outputs[0], together.inputs[number])
    links.new(paint.outputs["Alpha"], together.inputs[2])
    lit = nodes.new("ShaderNodeEmission")
    links.new(together.outputs[0], lit.inputs["Color"])
    links.new(lit.outputs[0], nodes["Material Output"].inputs["Surface"])
    return material


def room(colour: Colour, strength: float) -> None:
    """Fill the room with even light."""
    world = bpy.context.scene.world or bpy.data.worlds.new("room")
    bpy.context.scene.world = world
    world.use_nodes = True
    background = world.node_tree.nodes["Background"]
    background.inputs["Color"].default_value = (*colour, 1)
    background.inputs["Strength"].default_value = strength


def look_down(*, distance: float, slant_deg: float, span: float) -> bpy.types.Object:
    """Hang the camera over the middle: `span` centimetres wide there, slanted towards the near edge."""
    camera = bpy.data.cameras.new("camera")
    camera.sensor_width = 36.0
    camera.lens = 36.0 * distance / span
    thing = bpy.data.objects.new("camera", camera)
    slant = np.radians(slant_deg)
    thing.location = (0.0, -distance * np.sin(slant), distance * np.cos(slant))
    thing.rotation_euler = (slant, 0.0, 0.0)
    bpy.context.scene.collection.objects.link(thing)
    bpy.context.scene.camera = thing
    bpy.context.view_layer.update()
    return thing


def place(thing: bpy.types.Object, where: Floats, turn: Floats) -> None:
    """Set place (x, y, z) and rotation (w, x, y, z)."""
    thing.location = where
    thing.rotation_quaternion = turn


def outline(points: Floats, where: Floats, turn: Floats) -> Floats:
    """Show where points of an object fall in the picture, shape (n, 2), pixels from the top left."""
    scene = bpy.context.scene
    camera = scene.camera
    width, height = scene.render.resolution_x, scene.render.resolution_y
    turned = rotation(turn)
    world = points @ turned.T + where
    view = Matrix(np.array(camera.matrix_world)).inverted()
    seen = world @ np.array(view)[:3, :3].T + np.array(view)[:3, 3]
    focal = camera.data.lens / camera.data.sensor_width * width
    x = width / 2 + focal * seen[:, 0] / -seen[:, 2]
    y = height / 2 - focal * seen[:, 1] / -seen[:, 2]
    return np.column_stack([x, y])


def render(target: Path) -> None:
    """Take the picture."""
    target.parent.mkdir(parents=True, exist_ok=True)
    bpy.context.scene.render.filepath = str(target)
    bpy.ops.render.render(write_still=True)
