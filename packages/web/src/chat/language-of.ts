import { language } from '../strings/language.ts';

/** Scripts that nearly always identify the language. */
const LETTERS: readonly (readonly [RegExp, string])[] = [
  [/[\p{sc=Hira}\p{sc=Kana}]/u, 'ja'],
  [/\p{sc=Hang}/u, 'ko'],
  [/\p{sc=Thai}/u, 'th'],
  [/\p{sc=Han}/u, 'zh'],
  [/\p{sc=Cyrl}/u, 'ru'],
];
/** Letters of Ukrainian, Belarusian, Serbian and Macedonian that Russian lacks. */
const NOT_RUSSIAN = /[іїєґўђјљњћџѓѕќ]/i;

/** Returns undefined for an unknown language or the page's own. */
export function languageOf(text: string): string | undefined {
  const letters = text.match(/\p{L}/gu) ?? [];
  const latin = letters.filter((letter) => /\p{sc=Latn}/u.test(letter));
  if (latin.length * 2 >= letters.length) return undefined;
  const found = LETTERS.find(([script]) => script.test(text))?.[1];
  const shown = language();
  // Han characters may be traditional or simplified Chinese, or a Japanese word without kana.
  if (found === 'zh' && /^(zh|ja)/.test(shown)) return undefined;
  return found === shown || (found === 'ru' && NOT_RUSSIAN.test(text)) ? undefined : found;
}
