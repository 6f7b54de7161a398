import { text } from '../strings/common.ts';
import { readerOfPage } from './reader.ts';

/**
 * The locale in which dates and numbers are written: the words are those of the catalogue, since a sentence of two
 * languages is read by nobody; order, separators and the 12 or 24 hours are those of the reader's country.
 * @param catalogue the locale of the texts, which stands where the country has no conventions of its own in this browser
 * @param language of the profile, like `de` or `zh-tw`
 * @param browser the languages of the browser, the preferred one first
 */
export function chooseLocale(
  catalogue: string,
  language: string | undefined,
  browser: readonly string[],
): string {
  const region = regionOf(catalogue, language, browser);
  if (region === undefined) return catalogue;
  const wanted = `${new Intl.Locale(catalogue).language}-${region}`;
  const resolved = new Intl.DateTimeFormat(wanted).resolvedOptions().locale;
  return resolved === wanted ? wanted : catalogue;
}

/** The country of a reader: as the profile says it, or the browser in the same language, or where it is mostly spoken. */
function regionOf(
  catalogue: string,
  language: string | undefined,
  browser: readonly string[],
): string | undefined {
  const known = browser.flatMap((tag) => parse(tag) ?? []);
  const chosen = parse(language) ?? known[0];
  if (!chosen) return undefined;
  if (chosen.region) return chosen.region;
  const alike = known.find((each) => each.language === chosen.language && each.region);
  if (alike) return alike.region;
  // English is the default of a profile, and spoken everywhere.
  const isDefault = chosen.language === new Intl.Locale(catalogue).language;
  return isDefault ? known.find(({ region }) => region)?.region : chosen.maximize().region;
}

function parse(tag: string | undefined): Intl.Locale | undefined {
  try {
    return tag ? new Intl.Locale(tag) : undefined;
  } catch {
    return undefined;
  }
}

export const readersLocale = chooseLocale(
  text.locale,
  readerOfPage().language,
  typeof document === 'undefined' ? [] : navigator.languages,
);
