export const languages: readonly string[] =
  'da de en es fi fr id it ja ko lt nb nl nn no pt ru sv th tr vi zh zh-tw'.split(' ');

/** Language of the source texts, and the default for unknown languages. */
const SOURCE = 'en';
const SAME: Readonly<Record<string, string>> = { no: 'nb' };

/** Returns the name in `locales/`, without extension. */
export function catalogueOf(language: string): string {
  const name = SAME[language] ?? language;
  return languages.includes(name) ? name : SOURCE;
}
