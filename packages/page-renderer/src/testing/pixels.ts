import sharp from 'sharp';

export async function pixelsOf(picture: Buffer): Promise<{ levels: Buffer; width: number; height: number }> {
  const { data, info } = await sharp(picture).greyscale().raw().toBuffer({ resolveWithObject: true });
  return { levels: data, width: info.width, height: info.height };
}
