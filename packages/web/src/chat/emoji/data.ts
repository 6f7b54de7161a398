import compact from 'emojibase-data/en/compact.json' with { type: 'json' };
import shortcodesOf from 'emojibase-data/en/shortcodes/github.json' with { type: 'json' };
import { language, textsOf } from '../../strings/language.ts';

export interface Emoji {
  hexcode: string;
  character: string;
  name: string;
  shortcodes: readonly [string, ...string[]];
  words: readonly string[];
  keywords: readonly string[];
  toned: readonly Variant[];
}

export interface Variant extends Pick<Emoji, 'character' | 'name'> {
  tone: number;
}

/** @param tone is 0 for none, or 1 (light) to 5 (dark) */
export const withTone = (emoji: Emoji, tone: number): Pick<Emoji, 'character' | 'name'> =>
  emoji.toned[tone - 1] ?? emoji;

/** Unicode's group numbers. Group 2 contains components such as skin tones. */
const GROUPS = {
  smileys: 0,
  people: 1,
  animals: 3,
  food: 4,
  travel: 5,
  activities: 6,
  objects: 7,
  symbols: 8,
  flags: 9,
} as const;

export type EmojiGroup = keyof typeof GROUPS;

/** The data contains unnecessary variation selectors. */
const qualified = (unicode: string) => unicode.replace(/(\p{Emoji_Presentation})\ufe0f/gu, '$1');

/** Removes accents and case. Faster than the fold of the search, for all words of all emoji. */
export const fold = (text: string) =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toUpperCase().toLowerCase();

const wordsOf = (text: string) => fold(text).match(/[\p{L}\p{N}+]+/gu) ?? [];

function emojiOf({ unicode, label, hexcode, tags = [], skins = [] }: (typeof compact)[number]): Emoji {
  const shortcodes = [(shortcodesOf as Record<string, string | string[]>)[hexcode] ?? []].flat();
  const [first = wordsOf(label).join('_'), ...others] = shortcodes;
  return {
    hexcode,
    character: qualified(unicode),
    name: label,
    shortcodes: [first, ...others],
    words: [label, ...shortcodes].flatMap(wordsOf),
    keywords: tags.flatMap(wordsOf),
    // Couples have a variant for each pair of tones. Offer only variants with two equal tones.
    toned: skins
      .filter((skin) => new Set(skin.unicode.match(/\p{Emoji_Modifier}/gu)).size === 1)
      .map((skin, index) => ({ character: qualified(skin.unicode), name: skin.label, tone: index + 1 })),
  };
}

export const groups = Object.fromEntries(
  Object.entries(GROUPS).map(([name, number]) => [
    name,
    compact.filter(({ group }) => group === number).map(emojiOf),
  ]),
) as Record<EmojiGroup, Emoji[]>;

export const emojis: readonly Emoji[] = Object.values(groups).flat();

export const variants: ReadonlyMap<string, { emoji: Emoji; tone: number }> = new Map(
  emojis.flatMap((emoji) => [
    [emoji.character, { emoji, tone: 0 }] as const,
    ...emoji.toned.map(({ character, tone }) => [character, { emoji, tone }] as const),
  ]),
);

const HAND = compact.find(({ hexcode }) => hexcode === '1F44B');
const TONES = (HAND?.skins ?? []).map(({ label }) => label.slice(HAND?.label.length));
const ENGLISH = Object.fromEntries(
  compact.map(({ hexcode, label, tags = [] }) => [hexcode, [label, ...tags]]),
);
let named = 'en';

export async function nameEmoji(): Promise<void> {
  const wanted = language();
  if (wanted === named) return;
  const names = await textsOf('emoji-names', language());
  named = wanted;
  const tones = names ? partsOf(names.tones) : TONES;
  for (const emoji of emojis) {
    const english = ENGLISH[emoji.hexcode] ?? [];
    const [name = '', ...keywords] = names ? partsOf(names[emoji.hexcode]) : english;
    emoji.name = name;
    emoji.words = [name, ...emoji.shortcodes].flatMap(wordsOf);
    emoji.keywords = [...keywords, ...english].flatMap(wordsOf);
    for (const variant of emoji.toned) variant.name = name + (tones[variant.tone - 1] ?? '');
  }
}

const partsOf = (text: unknown): string[] => (typeof text === 'string' ? text.split('|') : []);
