import sharp from 'sharp';

/** Bounds are inclusive. */
export interface PixelRect {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export async function redIn(picture: Buffer): Promise<PixelRect | null> {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const bounds = {
    left: Number.POSITIVE_INFINITY,
    top: Number.POSITIVE_INFINITY,
    right: -1,
    bottom: -1,
  };
  for (let at = 0; at < data.length; at += info.channels) {
    const [red = 0, green = 0, blue = 0] = data.subarray(at, at + 3);
    if (red < 180 || green > 90 || blue > 90) continue;
    const pixel = at / info.channels;
    const [x, y] = [pixel % info.width, Math.floor(pixel / info.width)];
    bounds.left = Math.min(bounds.left, x);
    bounds.right = Math.max(bounds.right, x);
    bounds.top = Math.min(bounds.top, y);
    bounds.bottom = Math.max(bounds.bottom, y);
  }
  return bounds.right === -1 ? null : bounds;
}

export function isNear(one: PixelRect | null, other: PixelRect, pixels: number): boolean {
  return (
    one !== null &&
    (['left', 'top', 'right', 'bottom'] as const).every((side) => Math.abs(one[side] - other[side]) <= pixels)
  );
}
