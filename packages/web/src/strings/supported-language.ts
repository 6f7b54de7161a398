import { languages as all } from '@ringbinder/locales/languages.ts';

/** The API's names of all languages that have a catalogue of their own. */
export const languages: readonly string[] = all.filter((each) => each !== 'no');

/**
 * Returns the language that matches a tag, for example `zh-tw` for `zh-Hant-HK`. Returns undefined if no
 * language matches.
 */
export function supportedLanguage(tag: string | undefined): string | undefined {
  let locale: Intl.Locale;
  try {
    locale = new Intl.Locale(tag ?? '');
  } catch {
    return undefined;
  }
  if (locale.language === 'no') return 'nb';
  if (locale.language === 'zh') return locale.maximize().script === 'Hant' ? 'zh-tw' : 'zh';
  return languages.find((each) => each === locale.language);
}
