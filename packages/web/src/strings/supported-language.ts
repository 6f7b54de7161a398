import { languages as all } from '@ringbinder/locales/languages.ts';

/** Those with a catalogue of their own, as the API names them. */
export const languages: readonly string[] = all.filter((each) => each !== 'no');

/** Such as `zh-tw` for `zh-Hant-HK`; undefined if no language fits. */
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
