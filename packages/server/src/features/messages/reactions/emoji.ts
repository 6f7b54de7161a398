import { invalid } from '../../../errors.ts';

/** One emoji of those that Unicode recommends for interchange: sequences, flags and skin tones included. */
const EMOJI = /^\p{RGI_Emoji}$/v;
/** What asks for a character to be shown as a picture. */
const AS_PICTURE = '\ufe0f';
/** A character that is text by itself, where no skin tone follows. In an emoji it takes `AS_PICTURE`, and no other one does. */
const TEXT_BY_ITSELF = /(?!\p{Emoji_Presentation})\p{Emoji}(?!\p{Emoji_Modifier})/gu;

/**
 * Reads one emoji, and gives it as Unicode qualifies it fully: with and without what asks for a picture it is the same one.
 * Throws a 400 for anything else.
 */
export function readEmoji(text: string): string {
  const emoji = text.replaceAll(AS_PICTURE, '').replace(TEXT_BY_ITSELF, `$&${AS_PICTURE}`);
  if (!EMOJI.test(emoji)) throw invalid('emoji', 'must be one emoji');
  return emoji;
}
