import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

export type Family = 'sc' | 'tc' | 'jp' | 'kr' | 'thai' | 'devanagari';

const FAMILIES: readonly Family[] = ['sc', 'tc', 'jp', 'kr', 'thai', 'devanagari'];

const HAN_BY_LETTERS: readonly (readonly [Family, RegExp])[] = [
  ['jp', /[\p{Script=Hiragana}\p{Script=Katakana}]/u],
  ['kr', /\p{Script=Hangul}/u],
  ['tc', /\p{Script=Bopomofo}/u],
];
const LETTERS: typeof HAN_BY_LETTERS = [
  ...HAN_BY_LETTERS,
  ['thai', /\p{Script=Thai}/u],
  ['devanagari', /\p{Script=Devanagari}/u],
];
const familyOf = (letters: typeof HAN_BY_LETTERS, text: string) =>
  letters.find(([, letter]) => letter.test(text))?.[0];
const require = createRequire(import.meta.url);
const packageOf = (family: Family) => `@fontsource-variable/noto-sans-${family}`;
const slices = new Map<Family, ReadonlyMap<number, string>>();

export const hanFamilyOf = (text: string): Family | undefined => familyOf(HAN_BY_LETTERS, text);

export interface Slice {
  family: Family;
  name: string;
}

export function slicesFor(character: string, han: Family): Slice[] {
  const own = familyOf(LETTERS, character);
  const ordered = new Set([...(own ? [own] : []), han, ...FAMILIES]);
  return [...ordered].flatMap((family) => {
    const name = slicesOf(family).get(character.codePointAt(0) ?? 0);
    return name === undefined ? [] : [{ family, name }];
  });
}

function slicesOf(family: Family): ReadonlyMap<number, string> {
  const known = slices.get(family);
  if (known) return known;
  const text = readFileSync(require.resolve(`${packageOf(family)}/unicode.json`), 'utf8');
  const byCharacter = new Map<number, string>();
  for (const [name, ranges] of Object.entries<string>(JSON.parse(text)))
    for (const range of ranges.split(',')) {
      const [from = 0, to = from] = range
        .replace('U+', '')
        .split('-')
        .map((hex) => Number.parseInt(hex, 16));
      for (let at = from; at <= to; at++) byCharacter.set(at, name.replace(/[[\]]/g, ''));
    }
  slices.set(family, byCharacter);
  return byCharacter;
}

export async function openSlice(
  { family, name }: Slice,
  weight: number,
  characters: string,
): Promise<Buffer> {
  const file = `${packageOf(family)}/files/noto-sans-${family}-${name}-wght-normal.woff2`;
  const { default: subsetFont } = await import('subset-font');
  return subsetFont(await readFile(require.resolve(file)), characters, {
    targetFormat: 'truetype',
    variationAxes: { wght: weight },
  });
}
