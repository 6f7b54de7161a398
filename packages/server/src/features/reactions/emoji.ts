import { invalid } from '../../errors.ts';

/** One emoji of those that Unicode recommends for interchange: sequences, flags and skin tones included. */
const EMOJI = /^\p{RGI_Emoji}$/v;
/** What asks for a character to be shown as a picture. */
const AS_PICTURE = '\ufe0f';

/** Reads one emoji; with and without what asks for a picture it is the same one. Throws a 400 for anything else. */
export function readEmoji(text: string): string {
  const bare = text.replaceAll(AS_PICTURE, '');
  // A symbol that is text by itself takes it behind its first character, before a skin tone or what is joined to it.
  const [first = ''] = bare;
  const candidates = [text, bare, first + AS_PICTURE + bare.slice(first.length)];
  const emoji = candidates.find((candidate) => EMOJI.test(candidate));
  if (emoji === undefined) throw invalid('emoji', 'must be one emoji');
  return emoji;
}
