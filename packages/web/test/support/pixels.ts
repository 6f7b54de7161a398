import sharp from 'sharp';

export interface Pixels {
  width: number;
  data: Buffer;
}

export async function pixelsOf(picture: Buffer): Promise<Pixels> {
  const decoder = sharp(picture).removeAlpha().toColourspace('srgb').raw();
  const { data, info } = await decoder.toBuffer({ resolveWithObject: true });
  return { width: info.width, data };
}

export type IsDrawn = (red: number, green: number, blue: number) => boolean;
export const isInk: IsDrawn = (red, green, blue) => Math.min(red, green, blue) <= 240;
export const isColoured: IsDrawn = (red, green, blue) =>
  Math.max(red, green, blue) - Math.min(red, green, blue) > 25;

/** Maximum difference of pixels that count as equal, because programs antialias differently. */
const TOLERANCE = 64;

function hasLike(data: Buffer, other: Buffer, at: number, stride: number): boolean {
  for (const row of [0, -stride, stride])
    for (const near of [at + row, at + row - 3, at + row + 3])
      if (
        Math.abs((data[at] ?? 0) - (other[near] ?? 0)) <= TOLERANCE &&
        Math.abs((data[at + 1] ?? 0) - (other[near + 1] ?? 0)) <= TOLERANCE &&
        Math.abs((data[at + 2] ?? 0) - (other[near + 2] ?? 0)) <= TOLERANCE
      )
        return true;
  return false;
}

export function comparePixels(
  { data: one, width }: Pixels,
  { data: other }: Pixels,
  box: { left: number; top: number; width: number; height: number },
  isDrawn: IsDrawn,
): { ink: number; differing: number } {
  let ink = 0;
  let differing = 0;
  const stride = 3 * width;
  const has = (data: Buffer, at: number) => isDrawn(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0);
  for (let y = box.top + 1; y < box.top + box.height - 1; y++)
    for (let x = box.left + 1; x < box.left + box.width - 1; x++) {
      const at = y * stride + 3 * x;
      if (!has(one, at) && !has(other, at)) continue;
      ink++;
      if (!hasLike(one, other, at, stride) || !hasLike(other, one, at, stride)) differing++;
    }
  return { ink, differing };
}
