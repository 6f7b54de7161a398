/**
 * Scripts written without spaces, in which a search must find parts of words. Lists `ー` and the voiced marks,
 * which the script properties omit because they belong to several scripts.
 */
export const SPACELESS =
  '\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Bopomofo}\\p{sc=Hangul}\\p{sc=Yi}\\p{sc=Tangut}\\p{sc=Nushu}\\p{sc=Khitan_Small_Script}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}\\p{sc=Tibetan}\\p{sc=Tai_Le}\\p{sc=New_Tai_Lue}\\p{sc=Tai_Tham}\\p{sc=Tai_Viet}\\p{sc=Ahom}\\p{sc=Javanese}\\p{sc=Balinese}ー\u3099\u309a';

export const WORD = '\\p{L}\\p{N}\\p{M}';

const spaceless = new RegExp(`[${SPACELESS}]`, 'u');
const hangul = /\p{sc=Hangul}/u;
/** Characters that must be normalised together: the parts of a syllable, or a character with its marks. */
const CLUSTER =
  /[\u1100-\u11ff\ua960-\ua97f\ud7b0-\ud7ff]+|\s+|[^\p{M}\uff9e\uff9f][\p{M}\uff9e\uff9f]*|[\p{M}\uff9e\uff9f]+/gu;

export interface FoldedText {
  text: string;
  /** For each UTF-16 unit, the start of its original character. */
  starts: readonly number[];
  /** The end of the same character. */
  ends: readonly number[];
}

/**
 * Normalises text for a search: NFKC, without case and invisible characters, with uniform quotes and dashes.
 * Whitespace becomes one space, or nothing between characters of scripts without spaces.
 */
export function foldWithPlaces(original: string): FoldedText {
  let text = '';
  const starts: number[] = [];
  const ends: number[] = [];
  let space = -1;
  let isTightBefore = false;
  for (const { 0: cluster, index } of original.matchAll(CLUSTER)) {
    const folded = foldCluster(cluster);
    if (folded === ' ') {
      if (space < 0) space = index;
      continue;
    }
    if (folded === '') continue;
    const isTight = isSpacelessAlone(folded);
    if (space >= 0 && text !== '' && !(isTight && isTightBefore)) {
      text += ' ';
      starts.push(space);
      ends.push(index);
    }
    space = -1;
    isTightBefore = isTight;
    text += folded;
    for (let unit = 0; unit < folded.length; unit++) {
      starts.push(index);
      ends.push(index + cluster.length);
    }
  }
  return { text, starts, ends };
}

export const foldText = (original: string): string => foldWithPlaces(original).text;

/**
 * Returns true for a character of a script without spaces, except Hangul, which uses spaces. Whitespace
 * between two such characters has no meaning.
 */
function isSpacelessAlone(folded: string): boolean {
  return folded.charCodeAt(0) > 0x7f && spaceless.test(folded) && !hangul.test(folded);
}

const cache = new Map<string, string>();
const MAX_KNOWN = 20_000;

function foldCluster(cluster: string): string {
  const cached = cache.get(cluster);
  if (cached !== undefined) return cached;
  const folded = folding(cluster);
  if (cluster.length > 8) return folded;
  if (cache.size >= MAX_KNOWN) cache.clear();
  cache.set(cluster, folded);
  return folded;
}

function folding(cluster: string): string {
  const visible = cluster.normalize('NFKC').replace(/\p{Default_Ignorable_Code_Point}/gu, '');
  if (visible !== '' && visible.trim() === '') return ' ';
  // Upper case changes ß to SS. NFC composes characters again.
  const caseless = visible.toUpperCase().toLowerCase().replaceAll('ς', 'σ').replaceAll('i\u0307', 'i');
  return caseless
    .normalize('NFC')
    .replace(/[‘’‚‛′ʼ]/g, "'")
    .replace(/[“”„‟″]/g, '"')
    .replace(/[\u2010-\u2015\u2212]/g, '-');
}
