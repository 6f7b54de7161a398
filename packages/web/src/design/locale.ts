import { language, languageTag, localeTags } from '../strings/language.ts';
import { readerOfPage } from './reader.ts';
import { readersZone } from './zone.ts';

/**
 * Returns the language of the texts with the user's country.
 * @param catalogue the locale of the texts
 * @param browser the browser's languages, preferred first
 */
export function chooseLocale(
  catalogue: string,
  language: string | undefined,
  browser: readonly string[],
): string {
  const [supported = 'en'] = Intl.DateTimeFormat.supportedLocalesOf(localeTags(catalogue));
  const region = regionOf(catalogue, language, browser);
  if (region === undefined) return supported;
  const requested = `${new Intl.Locale(supported).language}-${region}`;
  const resolved = new Intl.DateTimeFormat(requested).resolvedOptions().locale;
  return resolved === requested ? requested : supported;
}

/** Prefers the profile's country, then that of a browser's tag for the same language, then a guess. */
function regionOf(
  catalogue: string,
  language: string | undefined,
  browser: readonly string[],
): string | undefined {
  const parsed = browser.flatMap((tag) => parse(tag) ?? []);
  const chosen = parse(language) ?? parsed[0];
  if (!chosen) return undefined;
  if (chosen.region) return chosen.region;
  const alike = parsed.find((each) => each.language === chosen.language && each.region);
  if (alike) return alike.region;
  const isDefault = chosen.language === new Intl.Locale(catalogue).language;
  return isDefault ? parsed.find(({ region }) => region)?.region : chosen.maximize().region;
}

function parse(tag: string | undefined): Intl.Locale | undefined {
  try {
    return tag ? new Intl.Locale(tag) : undefined;
  } catch {
    return undefined;
  }
}

let locale: string;
let localeOf: string | undefined;

export function readersLocale(): string {
  if (localeOf === language()) return locale;
  localeOf = language();
  const browser = typeof document === 'undefined' ? [] : navigator.languages;
  locale = chooseLocale(languageTag(), readerOfPage().language, browser);
  return locale;
}

export function localized<T>(create: (locale: string) => T): () => T {
  let format: T;
  let formatOf: string | undefined;
  return () => {
    const key = readersLocale() + readersZone.timeZone;
    if (formatOf !== key) {
      formatOf = key;
      format = create(readersLocale());
    }
    return format;
  };
}
