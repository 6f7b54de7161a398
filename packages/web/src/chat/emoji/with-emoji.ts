import type { Selected } from '../bbcode.ts';
import type { TypedQuery } from '../suggestions.ts';
import { withTone } from './data.ts';
import { emojiNamed } from './find-emoji.ts';
import { defaultTone, noteRecent } from './stored-emoji.ts';

export function withEmoji({ text, start, end }: Selected, typed: TypedQuery): Selected | undefined {
  const emoji = emojiNamed(typed.query.toLowerCase());
  const shortcode = `:${typed.query}:`;
  // The text may have changed while the emoji loaded.
  if (!emoji || !text.startsWith(shortcode, typed.start)) return undefined;
  const { character } = withTone(emoji, defaultTone.value);
  noteRecent(character);
  const after = typed.start + shortcode.length;
  const moved = (place: number) => (place < after ? place : place - shortcode.length + character.length);
  return {
    text: text.slice(0, typed.start) + character + text.slice(after),
    start: moved(start),
    end: moved(end),
  };
}
