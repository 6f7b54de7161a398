import { because, invalid } from './errors.ts';

/** One emoji recommended by Unicode for interchange, including sequences, flags and skin tones. */
const EMOJI = /^\p{RGI_Emoji}$/v;
/** Variation selector: emoji presentation. */
const AS_PICTURE = '\ufe0f';
/**
 * A character with default text presentation, not followed by a skin tone. Only such characters take
 * `AS_PICTURE`.
 */
const TEXT_BY_ITSELF = /(?!\p{Emoji_Presentation})\p{Emoji}(?!\p{Emoji_Modifier})/gu;

/**
 * Normalises an emoji to its fully-qualified form, so that it is the same with and without the variation
 * selector. Throws a 400 for anything else.
 */
export function readEmoji(text: string, path = 'emoji'): string {
  const emoji = text.replaceAll(AS_PICTURE, '').replace(TEXT_BY_ITSELF, `$&${AS_PICTURE}`);
  if (!EMOJI.test(emoji)) throw invalid(path, because('one_emoji'));
  return emoji;
}
