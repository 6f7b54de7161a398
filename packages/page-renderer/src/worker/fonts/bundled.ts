import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

export interface FontRequest {
  face: string;
  weight: number;
  isItalic: boolean;
  isFixedPitch: boolean;
  isRoman: boolean;
}

const FIXED = /cour|mono|consol|typewriter|fixed/i;
const ROMAN =
  /times|tinos|roman|serif|georgia|garamond|cambria|palatino|bookman|schoolbook|minion|mincho|song/i;
const SANS = /sans/i;
const BOLD = 600;

/** Bundled fonts make the layout the same on every machine. */
export function bundledFont({ face, weight, isItalic, isFixedPitch, isRoman }: FontRequest): string {
  const style = `${weight >= BOLD ? '700Bold' : '400Regular'}${isItalic ? '_Italic' : ''}`;
  const isCousine = isFixedPitch || FIXED.test(face);
  const isTinos = !SANS.test(face) && (isRoman || ROMAN.test(face));
  const family = isCousine ? 'Cousine' : isTinos ? 'Tinos' : 'Arimo';
  const file = `@expo-google-fonts/${family.toLowerCase()}/${style}/${family}_${style}.ttf`;
  return createRequire(import.meta.url).resolve(file);
}

const contents = new Map<string, Buffer>();

export function bundledBytes(path: string): Buffer {
  const bytes = contents.get(path) ?? readFileSync(path);
  contents.set(path, bytes);
  return bytes;
}
