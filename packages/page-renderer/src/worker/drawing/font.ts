import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename } from 'node:path';
import type { FontFile } from '../pdfium/page-editor.ts';

export interface Font extends FontFile {
  path: string;
  family: string;
  has(codePoint: number): boolean;
}

const load = (file: string, family: string) => {
  let font: Font | undefined;
  return (): Font => {
    font ??= openFont(createRequire(import.meta.url).resolve(`dejavu-fonts-ttf/ttf/${file}`), family);
    return font;
  };
};

export const sansFont = load('DejaVuSans.ttf', 'DejaVu Sans');
export const monoFont = load('DejaVuSansMono.ttf', 'DejaVu Sans Mono');
export const boldMonoFont = load('DejaVuSansMono-Bold.ttf', 'DejaVu Sans Mono');

function openFont(path: string, family: string): Font {
  const bytes = readFileSync(path);
  const characters = new Set(charactersOf(bytes));
  return { name: basename(path, '.ttf'), family, path, bytes, has: (codePoint) => characters.has(codePoint) };
}

function* charactersOf(font: Buffer): Generator<number> {
  const cmap = tableOf(font, 'cmap');
  const count = font.readUInt16BE(cmap + 2);
  for (let index = 0; index < count; index++) {
    const subtable = cmap + font.readUInt32BE(cmap + 8 + 8 * index);
    if (font.readUInt16BE(subtable) !== 12) continue;
    const groups = font.readUInt32BE(subtable + 12);
    for (let group = 0; group < groups; group++) {
      const at = subtable + 16 + 12 * group;
      const last = font.readUInt32BE(at + 4);
      for (let code = font.readUInt32BE(at); code <= last; code++) yield code;
    }
    return;
  }
}

function tableOf(font: Buffer, tag: string): number {
  const count = font.readUInt16BE(4);
  for (let index = 0; index < count; index++) {
    const at = 12 + 16 * index;
    if (font.toString('latin1', at, at + 4) === tag) return font.readUInt32BE(at + 8);
  }
  throw new Error(`the font has no ${tag}`);
}
