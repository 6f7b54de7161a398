/**
 * A search must find parts of words in these scripts. `ー` and the voiced sound marks belong to several
 * scripts.
 */
export const SPACELESS =
  '\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Bopomofo}\\p{sc=Hangul}\\p{sc=Yi}\\p{sc=Tangut}\\p{sc=Nushu}\\p{sc=Khitan_Small_Script}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}\\p{sc=Tibetan}\\p{sc=Tai_Le}\\p{sc=New_Tai_Lue}\\p{sc=Tai_Tham}\\p{sc=Tai_Viet}\\p{sc=Ahom}\\p{sc=Javanese}\\p{sc=Balinese}ー\u3099\u309a';

export const WORD = '\\p{L}\\p{N}\\p{M}';

const spaceless = new RegExp(`[${SPACELESS}]`, 'u');
const hangul = /\p{sc=Hangul}/u;
/** Parts of a syllable, or a character with its marks, are normalised together. */
const CLUSTER =
  /[\u1100-\u11ff\ua960-\ua97f\ud7b0-\ud7ff]+|\s+|[^\p{M}\uff9e\uff9f][\p{M}\uff9e\uff9f]*|[\p{M}\uff9e\uff9f]+/gu;

export interface FoldedText {
  text: string;
  starts: readonly number[];
  ends: readonly number[];
}

interface Folding {
  letters: Letters;
  cache: Map<string, string>;
}

type Letters = Readonly<Record<string, string>>;

/** Unicode does not decompose these letters into a letter and marks. */
const LETTERS = { æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ħ: 'h', ŧ: 't' };
const SPELLED_LETTERS = { ...LETTERS, ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa' };
export const FORM_LETTERS: readonly [bare: Letters, spelled: Letters] = [LETTERS, SPELLED_LETTERS];
const BARE: Folding = { letters: LETTERS, cache: new Map() };
const SPELLED: Folding = { letters: SPELLED_LETTERS, cache: new Map() };
const HAS_SPELLING = /[äöüøå]|[aou][\u0308\u030a]/iu;

/**
 * Searches ignore case, accents, invisible characters, and the form of quotes and dashes. The second form
 * spells umlauts as two letters, so both `Muller` and `Mueller` equal `Müller`.
 */
export function foldedForms(original: string): readonly [bare: FoldedText, spelled: FoldedText] {
  const bare = foldWithPlaces(original, BARE);
  return [bare, HAS_SPELLING.test(original) ? foldWithPlaces(original, SPELLED) : bare];
}

export const unaccentedFormOf = (original: string): FoldedText => foldWithPlaces(original, BARE);

export const foldText = (original: string): string => unaccentedFormOf(original).text;

function foldWithPlaces(original: string, folding: Folding): FoldedText {
  let text = '';
  const starts: number[] = [];
  const ends: number[] = [];
  let space = -1;
  let isTightBefore = false;
  for (const { 0: cluster, index } of original.matchAll(CLUSTER)) {
    const folded = foldCluster(cluster, folding);
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

/** Whitespace between two characters of these scripts has no meaning. Korean puts spaces between words. */
function isSpacelessAlone(folded: string): boolean {
  return folded.charCodeAt(0) > 0x7f && spaceless.test(folded) && !hangul.test(folded);
}

const MAX_KNOWN = 20_000;

function foldCluster(cluster: string, { letters, cache }: Folding): string {
  const cached = cache.get(cluster);
  if (cached !== undefined) return cached;
  const folded = foldLetters(cluster, letters);
  if (cluster.length > 8) return folded;
  if (cache.size >= MAX_KNOWN) cache.clear();
  cache.set(cluster, folded);
  return folded;
}

/** In other scripts, marks are vowels or form different letters. */
const ACCENTS = /[\u0300-\u036f]/g;
/** `й`, `ї` and `ў` are different letters from `и`, `і` and `у`. */
const ACCENTED = /(?![йїў])[\p{L}\p{M}]/gu;

function foldLetters(cluster: string, letters: Letters): string {
  const visible = cluster.normalize('NFKC').replace(/\p{Default_Ignorable_Code_Point}/gu, '');
  if (visible !== '' && visible.trim() === '') return ' ';
  // Upper case changes ß to SS. NFC composes characters again.
  return visible
    .toUpperCase()
    .toLowerCase()
    .normalize('NFC')
    .replace(ACCENTED, (letter) => letters[letter] ?? letter.normalize('NFD').replace(ACCENTS, ''))
    .normalize('NFC')
    .replaceAll('ς', 'σ')
    .replace(/[‘’‚‛′ʼ]/g, "'")
    .replace(/[“”„‟″]/g, '"')
    .replace(/[\u2010-\u2015\u2212]/g, '-');
}
