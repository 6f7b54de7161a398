import { closeSync, type Dirent, openSync, readdirSync, readSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

export interface SystemFont {
  path: string;
  offset: number;
  isCollection: boolean;
  charsets: readonly number[];
  isBold: boolean;
}

/** Bits of `ulCodePageRange1` (OS/2 table). */
const CODE_PAGES: readonly (readonly [charset: number, bit: number])[] = [
  [128, 17], // Japanese
  [134, 18], // simplified Chinese
  [129, 19], // Korean
  [136, 20], // traditional Chinese
  [130, 21], // Korean (Johab)
  [222, 16], // Thai
  [178, 6], // Arabic
];

const FOLDERS = [
  '/usr/share/fonts',
  '/usr/local/share/fonts',
  '/System/Library/Fonts',
  '/Library/Fonts',
  join(homedir(), '.local/share/fonts'),
  join(homedir(), '.fonts'),
];
const MAX_FILES = 5_000;
const MAX_DEPTH = 5;

let onMachine: SystemFont[] | undefined;

export function systemFont(charset: number, isBold: boolean): SystemFont | undefined {
  onMachine ??= findFonts(FOLDERS);
  return chooseFont(onMachine, charset, isBold);
}

export function chooseFont(
  fonts: readonly SystemFont[],
  charset: number,
  isBold: boolean,
): SystemFont | undefined {
  const fitting = fonts.filter(({ charsets }) => charsets.includes(charset));
  return fitting.find((font) => font.isBold === isBold) ?? fitting[0];
}

export function findFonts(folders: readonly string[]): SystemFont[] {
  const fonts: SystemFont[] = [];
  let left = MAX_FILES;
  for (const folder of folders)
    for (const path of filesOf(folder, MAX_DEPTH)) {
      if (left-- <= 0) return fonts;
      fonts.push(...facesOf(path));
    }
  return fonts;
}

function* filesOf(folder: string, depth: number): Generator<string> {
  for (const entry of entriesOf(folder)) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && depth > 0) yield* filesOf(path, depth - 1);
    else if (/\.(ttf|otf|ttc|otc)$/i.test(entry.name)) yield path;
  }
}

function entriesOf(folder: string): Dirent[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    return entries.sort((one, other) => (one.name < other.name ? -1 : 1));
  } catch {
    return [];
  }
}

function facesOf(path: string): SystemFont[] {
  let descriptor: number;
  try {
    descriptor = openSync(path, 'r');
  } catch {
    return [];
  }
  try {
    const part = (position: number, length: number) => {
      const bytes = Buffer.alloc(length);
      readSync(descriptor, bytes, 0, length, position);
      return bytes;
    };
    const head = part(0, 12);
    const isCollection = head.toString('latin1', 0, 4) === 'ttcf';
    const count = isCollection ? Math.min(32, head.readUInt32BE(8)) : 1;
    const list = part(12, 4 * count);
    return Array.from({ length: count }, (_, at) => (isCollection ? list.readUInt32BE(4 * at) : 0)).flatMap(
      (offset) => {
        const face = readFace(part, offset);
        return face === null ? [] : [{ path, offset, isCollection, ...face }];
      },
    );
  } catch {
    return [];
  } finally {
    closeSync(descriptor);
  }
}

function readFace(
  part: (position: number, length: number) => Buffer,
  offset: number,
): Pick<SystemFont, 'charsets' | 'isBold'> | null {
  const tables = Math.min(64, part(offset, 12).readUInt16BE(4));
  const directory = part(offset + 12, 16 * tables);
  for (let at = 0; at < directory.length; at += 16) {
    if (directory.toString('latin1', at, at + 4) !== 'OS/2') continue;
    const table = part(directory.readUInt32BE(at + 8), 86);
    if (table.readUInt16BE(0) === 0) return null; // version 0 has no code pages
    const pages = table.readUInt32BE(78);
    const charsets = CODE_PAGES.filter(([, bit]) => (pages >>> bit) & 1).map(([charset]) => charset);
    return charsets.length === 0 ? null : { charsets, isBold: table.readUInt16BE(4) >= 600 };
  }
  return null;
}
