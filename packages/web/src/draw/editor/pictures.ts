import { MAX_PICTURE } from '../model/limits.ts';

export interface FittingPicture {
  data: string;
  width: number;
  height: number;
}

export type PictureRefusal = 'unreadable' | 'too-large';

/** Limits of the longer side, in pixels. */
const MAX_SIDE = 1_600;
const MIN_SIDE = 120;
/** In bytes, before re-encoding. */
const MAX_FILE = 50 * 1024 * 1024;
const MAX_PIXELS = 100_000_000;

/** Re-encoding removes all metadata. */
export async function fittingPicture(file: Blob): Promise<FittingPicture | PictureRefusal> {
  if (file.size > MAX_FILE) return 'too-large';
  if (!/^image\/(png|jpeg|gif|webp|avif|bmp)$/.test(file.type)) return 'unreadable';
  let bitmap: ImageBitmap;
  try {
    bitmap = await createImageBitmap(file);
  } catch {
    return 'unreadable';
  }
  try {
    const { width, height } = bitmap;
    if (width * height > MAX_PIXELS) return 'too-large';
    for (let side = Math.min(MAX_SIDE, Math.max(width, height)); ; side /= 1.4) {
      const drawn = scaledDown(bitmap, side / Math.max(width, height));
      for (const data of drawn.candidates()) if (data.length <= MAX_PICTURE) return { ...drawn.size, data };
      if (side <= MIN_SIDE) return 'too-large';
    }
  } finally {
    bitmap.close();
  }
}

function scaledDown(bitmap: ImageBitmap, scale: number) {
  const canvas = document.createElement('canvas');
  const size = {
    width: Math.max(1, Math.round(bitmap.width * scale)),
    height: Math.max(1, Math.round(bitmap.height * scale)),
  };
  Object.assign(canvas, size);
  const context = canvas.getContext('2d');
  context?.drawImage(bitmap, 0, 0, size.width, size.height);
  return {
    size,
    *candidates() {
      yield canvas.toDataURL('image/png');
      // JPEG would turn transparent areas black.
      if (context) {
        context.globalCompositeOperation = 'destination-over';
        context.fillStyle = '#ffffff';
        context.fillRect(0, 0, size.width, size.height);
      }
      for (const quality of [0.9, 0.75, 0.6]) yield canvas.toDataURL('image/jpeg', quality);
    },
  };
}
