import sharp, { type Sharp } from 'sharp';

/** Upper left, upper right, lower left, lower right. */
export const QUADRANT_COLOURS = ['#e02020', '#20a020', '#2020e0', '#e0e020'] as const;

function quarters(width: number, height: number): Sharp {
  const [w, h] = [Math.ceil(width / 2), Math.ceil(height / 2)];
  const parts = QUADRANT_COLOURS.map((background, at) => ({
    input: { create: { width: w, height: h, channels: 3 as const, background } },
    left: at % 2 === 0 ? 0 : width - w,
    top: at < 2 ? 0 : height - h,
  }));
  return sharp({ create: { width, height, channels: 3, background: 'white' } }).composite(parts);
}

async function rotateForOrientation(orientation: number): Promise<Buffer> {
  const upright = await quarters(240, 160).png().toBuffer();
  const ways: Record<number, (image: Sharp) => Sharp> = {
    1: (image) => image,
    2: (image) => image.flop(),
    3: (image) => image.rotate(180),
    4: (image) => image.flip(),
    5: (image) => image.rotate(270).flop(),
    6: (image) => image.rotate(270),
    7: (image) => image.rotate(90).flop(),
    8: (image) => image.rotate(90),
  };
  const pixels = await ways[orientation]?.(sharp(upright)).png().toBuffer();
  return sharp(pixels).withMetadata({ orientation }).jpeg({ quality: 95 }).toBuffer();
}

export const pictures: readonly (readonly [name: string, picture: () => Promise<Buffer>])[] = [
  ...[1, 2, 3, 4, 5, 6, 7, 8].map((nth) => [`exif-${nth}.jpg`, () => rotateForOrientation(nth)] as const),
  ['cmyk.jpg', () => quarters(240, 160).toColourspace('cmyk').jpeg({ quality: 95 }).toBuffer()],
  ['progressive.jpg', () => quarters(240, 160).jpeg({ quality: 95, progressive: true }).toBuffer()],
  ['interlaced.png', () => quarters(240, 160).png({ progressive: true }).toBuffer()],
  ['palette.png', () => quarters(240, 160).png({ palette: true }).toBuffer()],
  ['sixteen-bit.png', () => quarters(240, 160).toColourspace('rgb16').png().toBuffer()],
  ['lossless.webp', () => quarters(240, 160).webp({ lossless: true }).toBuffer()],
  ['scan.tiff', () => quarters(240, 160).tiff({ compression: 'lzw' }).toBuffer()],
  ['drawing.gif', () => quarters(240, 160).gif().toBuffer()],
];
