import { languages as all } from '@ringbinder/locales/languages.ts';

/** Languages with a catalogue of their own, by their API names. */
export const languages: readonly string[] = all.filter((each) => each !== 'no');

/** Returns `zh-tw` for `zh-Hant-HK`, for example. */
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
