import { readFile } from 'node:fs/promises';
import { IntlMessageFormat } from 'intl-messageformat';
import { catalogueOf } from './languages.ts';
import { readMessages } from './messages.ts';
import { translateAnswer } from './translate-answer.ts';

export interface Catalogue {
  /** BCP 47 tag such as `zh-TW`, for `lang` and `Content-Language`. */
  tag: string;
  /** Throws if the id is unknown or a value is missing. Does not escape the values. */
  text(id: string, values?: Readonly<Record<string, string | number>>): string;
  /** Translates the text of a button if it is a suggested answer in any language. */
  answer(text: string): string;
  /**
   * @param at milliseconds since 1970-01-01 UTC
   * @param zone a name of the tz database; empty for UTC
   */
  date(at: number, zone: string): string;
  /** Includes weekday and time zone. */
  dateTime(at: number, zone: string): string;
}

const FILES = new URL('../../../locales/', import.meta.url);
/** English dates are British, like the texts. */
const DATES: Readonly<Record<string, string>> = { en: 'en-GB' };

const DATE_TIME: Intl.DateTimeFormatOptions = {
  weekday: 'long',
  year: 'numeric',
  month: 'long',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
};

const DATE: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'long', year: 'numeric' };

/** Returns the date format, such as `{day} {month} {year}`, and the month names. */
export function datePattern(tag: string): { date: string; months: string[] } {
  const options = { ...DATE, calendar: 'gregory', timeZone: 'UTC' };
  const format = new Intl.DateTimeFormat(DATES[tag] ?? tag, options);
  const partsOf = (month: number) => format.formatToParts(Date.UTC(2026, month, 15));
  const date = partsOf(0).map(({ type, value }) => (type in DATE ? `{${type}}` : value));
  const monthOf = (month: number) => partsOf(month).find(({ type }) => type === 'month')?.value ?? '';
  return { date: date.join(''), months: Array.from({ length: 12 }, (_, month) => monthOf(month)) };
}

const opened = new Map<string, Promise<Catalogue>>();

export function openCatalogue(language: string): Promise<Catalogue> {
  const name = catalogueOf(language);
  const known = opened.get(name);
  if (known) return known;
  const catalogue = readCatalogue(name);
  opened.set(name, catalogue);
  catalogue.catch(() => opened.delete(name));
  return catalogue;
}

async function readCatalogue(name: string): Promise<Catalogue> {
  const messages = readMessages(await readFile(new URL(`${name}.po`, FILES), 'utf8'));
  const texts = new Map(messages.map(({ id, english, translation }) => [id, translation || english]));
  const formats = new Map<string, IntlMessageFormat>();
  const tag = new Intl.Locale(name).toString();

  function formatOf(id: string): IntlMessageFormat {
    const text = texts.get(id);
    if (text === undefined) throw new Error(`no message ${id} in ${name}.po`);
    return new IntlMessageFormat(text, tag, undefined, { ignoreTag: true });
  }

  const text: Catalogue['text'] = (id, values) => {
    const format = formats.get(id) ?? formatOf(id);
    formats.set(id, format);
    return String(format.format(values));
  };

  return {
    tag,
    text,
    answer: (words) => translateAnswer(words, (answer) => text(`default_answers.${answer}`)),
    date: (at, zone) => formatTime(at, zone, { dateStyle: 'long' }),
    dateTime: (at, zone) => formatTime(at, zone, DATE_TIME),
  };

  function formatTime(at: number, zone: string, options: Intl.DateTimeFormatOptions): string {
    const inZone = { ...options, timeZone: zone || 'UTC' };
    return new Intl.DateTimeFormat(DATES[name] ?? tag, inZone).format(at);
  }
}
