import sharp from 'sharp';

/** A rectangle in pixels, bounds inclusive. */
export interface PixelRect {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** The bounding box of red pixels; null if there are none. */
export async function redIn(picture: Buffer): Promise<PixelRect | null> {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const found = {
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
    found.left = Math.min(found.left, x);
    found.right = Math.max(found.right, x);
    found.top = Math.min(found.top, y);
    found.bottom = Math.max(found.bottom, y);
  }
  return found.right === -1 ? null : found;
}

/** Whether two rectangles are equal within some pixels. */
export function isNear(one: PixelRect | null, other: PixelRect, pixels: number): boolean {
  return (
    one !== null &&
    (['left', 'top', 'right', 'bottom'] as const).every((side) => Math.abs(one[side] - other[side]) <= pixels)
  );
}
