"""Pictures as the browser writes them: PNG with eight bits a color, and nothing between the lines."""

import struct
import zlib


def pixels(png: bytes) -> list[list[tuple[int, ...]]]:
    """Rows of pixels, each with red, green and blue."""
    if png[:8] != b"\x89PNG\r\n\x1a\n":
        raise ValueError("not a PNG")
    at, data, width, height, n = 8, b"", 0, 0, 0
    while at < len(png):
        length, kind = struct.unpack(">I4s", png[at : at + 8])
        body = png[at + 8 : at + 8 + length]
        if kind == b"IHDR":
            width, height, depth, color, _, _, interlace = struct.unpack(">IIBBBBB", body)
            if depth != 8 or interlace or color not in (2, 6):
                raise ValueError("not the kind of PNG that browsers write")
            n = 3 if color == 2 else 4
        elif kind == b"IDAT":
            data += body
        at += length + 12
    raw, rows = zlib.decompress(data), []
    above = bytearray(width * n)
    for row in range(height):
        start = row * (width * n + 1)
        line = unfiltered(raw[start], bytearray(raw[start + 1 : start + 1 + width * n]), above, n)
        rows.append([tuple(line[i : i + 3]) for i in range(0, len(line), n)])
        above = line
    return rows


def unfiltered(kind: int, line: bytearray, above: bytearray, n: int) -> bytearray:
    """A line without the filter that PNG puts over it."""
    for i in range(len(line)):
        left, up, corner = (line[i - n], above[i], above[i - n]) if i >= n else (0, above[i], 0)
        guess = left + up - corner
        paeth = min((left, up, corner), key=lambda value: abs(guess - value))
        line[i] = (line[i] + (0, left, up, (left + up) // 2, paeth)[kind]) & 255
    return line


def share(png: bytes, color: tuple[int, int, int]) -> float:
    """The part of the picture, from 0 to 1, that has about this color."""
    all_pixels = [pixel for row in pixels(png) for pixel in row]
    near = sum(all(abs(a - b) <= 6 for a, b in zip(pixel, color, strict=True)) for pixel in all_pixels)
    return near / len(all_pixels)
