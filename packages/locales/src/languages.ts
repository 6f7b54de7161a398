/** As the API names them. */
export const languages: readonly string[] =
  'da de en es fi fr id it ja ko lt nb nl nn no pt ru sv th tr vi zh zh-tw'.split(' ');

/** Also for people with an unknown language. */
const SOURCE = 'en';
const SAME: Readonly<Record<string, string>> = { no: 'nb' };

/** Its file in `locales/`, without the extension. */
export function catalogueOf(language: string): string {
  const name = SAME[language] ?? language;
  return languages.includes(name) ? name : SOURCE;
}
