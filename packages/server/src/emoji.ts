import { because, invalid } from './errors.ts';

const EMOJI = /^\p{RGI_Emoji}$/v;
const AS_PICTURE = '\ufe0f';
/** Emoji that are text by default and have no skin tone. */
const TEXT_BY_ITSELF = /(?!\p{Emoji_Presentation})\p{Emoji}(?!\p{Emoji_Modifier})/gu;

export function readEmoji(text: string, path = 'emoji'): string {
  const emoji = text.replaceAll(AS_PICTURE, '').replace(TEXT_BY_ITSELF, `$&${AS_PICTURE}`);
  if (!EMOJI.test(emoji)) throw invalid(path, because('one_emoji'));
  return emoji;
}
