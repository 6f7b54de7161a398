import { languages } from '@ringbinder/locales';
import { clientTexts } from '@ringbinder/protocol/client-texts.ts';
import { because, invalid } from '../../../errors.ts';

const MAX_LENGTH = 40;
// biome-ignore lint/suspicious/noControlCharactersInRegex: finds control characters to reject them
const MARKUP = /[<>&\u0000-\u001f\u007f\u2028\u2029]/u;
const BIDI_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/u;
const VISIBLE = /[\p{L}\p{N}\p{S}]/u;

export function checkTexts(texts: Readonly<Record<string, Readonly<Record<string, string>>>> = {}): void {
  for (const [id, byLanguage] of Object.entries(texts)) {
    if (!Object.hasOwn(clientTexts, id))
      throw invalid(`texts.${id}`, because('one_of', { values: Object.keys(clientTexts).join(', ') }));
    for (const [language, text] of Object.entries(byLanguage)) {
      const path = `texts.${id}.${language}`;
      if (!languages.includes(language))
        throw invalid(path, because('one_of', { values: languages.join(', ') }));
      if (!VISIBLE.test(text) || text.length > MAX_LENGTH)
        throw invalid(path, because('client_text_length', { limit: MAX_LENGTH }));
      if (MARKUP.test(text) || BIDI_CONTROLS.test(text)) throw invalid(path, because('client_text_markup'));
    }
  }
}
