import { type Emoji, emojis, fold } from './data.ts';

export { groups, nameEmoji, variants, withTone } from './data.ts';

const begins = (words: readonly string[]) => (beginning: string) =>
  words.some((word) => word.startsWith(beginning));

export function findEmoji(query: string, limit: number): Emoji[] {
  const folded = fold(query).replaceAll(':', ' ').trim();
  const beginning = folded.replace(/\s+/g, '_');
  const words = folded.match(/[\p{L}\p{N}+]+/gu) ?? [];
  if (beginning === '') return [];
  const rankOf = (emoji: Emoji) => {
    const lengths = emoji.shortcodes.filter((each) => each.startsWith(beginning)).map(({ length }) => length);
    if (lengths.length > 0) return Math.min(...lengths);
    if (words.length === 0) return undefined;
    if (words.every(begins(emoji.words))) return BY_WORD;
    return words.every(begins([...emoji.words, ...emoji.keywords])) ? BY_KEYWORD : undefined;
  };
  return emojis
    .flatMap((emoji) => {
      const rank = rankOf(emoji);
      return rank === undefined ? [] : { emoji, rank };
    })
    .toSorted((one, other) => one.rank - other.rank)
    .slice(0, limit)
    .map(({ emoji }) => emoji);
}

const [BY_WORD, BY_KEYWORD] = [1_000, 1_001];

export const emojiNamed = (shortcode: string): Emoji | undefined =>
  emojis.find(({ shortcodes }) => shortcodes.includes(shortcode));
