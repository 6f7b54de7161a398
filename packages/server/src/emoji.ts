import { because, invalid } from './errors.ts';

/** Includes sequences, flags and skin tones. */
const EMOJI = /^\p{RGI_Emoji}$/v;
const AS_PICTURE = '\ufe0f';
/** Only default text presentation without a skin tone takes `AS_PICTURE`. */
const TEXT_BY_ITSELF = /(?!\p{Emoji_Presentation})\p{Emoji}(?!\p{Emoji_Modifier})/gu;

/**
 * Returns the fully-qualified emoji, with or without the variation selector in `text`. Throws a 400 for other text.
 */
export function readEmoji(text: string, path = 'emoji'): string {
  const emoji = text.replaceAll(AS_PICTURE, '').replace(TEXT_BY_ITSELF, `$&${AS_PICTURE}`);
  if (!EMOJI.test(emoji)) throw invalid(path, because('one_emoji'));
  return emoji;
}
