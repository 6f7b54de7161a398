import { language } from '../strings/language.ts';

/** Scripts and letters that nearly always decide the language. */
const LETTERS: readonly (readonly [RegExp, string])[] = [
  [/[\p{sc=Hira}\p{sc=Kana}]/u, 'ja'],
  [/\p{sc=Hang}/u, 'ko'],
  [/\p{sc=Thai}/u, 'th'],
  [/\p{sc=Han}/u, 'zh'],
  [/\p{sc=Cyrl}/u, 'ru'],
];
/** Letters of Ukrainian, Belarusian, Serbian and Macedonian. */
const NOT_RUSSIAN = /[іїєґўђјљњћџѓѕќ]/i;

/**
 * The text's language, if its script decides it and the page's differs. Screen readers then use the right
 * voice.
 */
export function languageOf(text: string): string | undefined {
  const letters = text.match(/\p{L}/gu) ?? [];
  const latin = letters.filter((letter) => /\p{sc=Latn}/u.test(letter));
  if (latin.length * 2 >= letters.length) return undefined;
  const found = LETTERS.find(([script]) => script.test(text))?.[1];
  const shown = language();
  // Chinese is traditional or simplified, and a Japanese word may have no kana.
  if (found === 'zh' && /^(zh|ja)/.test(shown)) return undefined;
  return found === shown || (found === 'ru' && NOT_RUSSIAN.test(text)) ? undefined : found;
}
