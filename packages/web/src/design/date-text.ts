import { localized } from './locale.ts';
import { fromLocal, toLocal } from './zone.ts';

/** Values are `2026-12-31`, `14:30`, or `2026-12-31T14:30`. */
export type DateKind = 'date' | 'time' | 'datetime';

export const utcMidnight = (date: string): number => Date.parse(`${date}T00:00Z`);
export const dateOf = (day: number): string => new Date(day).toISOString().slice(0, 'yyyy-mm-dd'.length);

export const DEFAULT_TIME = '09:00';

export const today = (): string => dateOf(toLocal(Date.now()).getTime());

/** The Thai calendar differs only in the numbers of years. All other calendars count as `gregory`. */
const calendarOf = (locale: string): 'buddhist' | 'gregory' =>
  new Intl.DateTimeFormat(locale).resolvedOptions().calendar === 'buddhist' ? 'buddhist' : 'gregory';

const BUDDHIST_YEARS = 543;
export const formatOf = (locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(locale, { ...options, calendar: calendarOf(locale), timeZone: 'UTC' });

const DATE = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
const TIME = { hour: '2-digit', minute: '2-digit' } as const;

export const conventionsOf = (locale: string) => {
  const formats = { date: formatOf(locale, DATE), time: formatOf(locale, TIME) };
  const monthsOf = (month: 'long' | 'short') =>
    Array.from({ length: 12 }, (_, index) => {
      const parts = formatOf(locale, { day: 'numeric', month }).formatToParts(Date.UTC(2026, index, 1));
      return simplify(parts.find(({ type }) => type === 'month')?.value ?? '');
    });
  const literals = [
    formats.date,
    formatOf(locale, { dateStyle: 'long' }),
    formatOf(locale, { dateStyle: 'medium' }),
  ]
    .flatMap((format) => format.formatToParts(0))
    .flatMap(({ type, value }) => (type === 'literal' || type === 'era' ? wordsOf(value) : []));
  const periodOf = (hour: number) =>
    formats.time.formatToParts(Date.UTC(2026, 0, 1, hour)).find(({ type }) => type === 'dayPeriod')?.value;
  const names = new Intl.DisplayNames(locale, { type: 'dateTimeField' });
  const distances = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  return {
    formats,
    isBuddhist: calendarOf(locale) === 'buddhist',
    order: formats.date
      .formatToParts(0)
      .flatMap(({ type }) => (type === 'day' || type === 'month' || type === 'year' ? [type] : [])),
    // Names that contain digits (12月) are read as numbers.
    months: [monthsOf('long'), monthsOf('short')].map((names) =>
      names.map((name) => (/\d/.test(name) ? '' : name)),
    ),
    literals: new Set(literals),
    letters: lettersOf((['day', 'month', 'year'] as const).map((part) => [part, names.of(part) ?? part])),
    periods: [3, 15].map((hour) => simplify(periodOf(hour) ?? '')),
    near: [0, 1].map((days) => simplify(distances.format(days, 'day'))),
  };
};

/** Returns whole words if two initials are equal or the script has no case. */
function lettersOf(names: readonly (readonly [Part, string])[]): (part: string, length: number) => string {
  const initials = names.map(([, name]) => name.charAt(0));
  const isShort =
    new Set(initials).size === names.length &&
    initials.every((one) => one.toLowerCase() !== one.toUpperCase());
  const words = new Map<string, string>(names);
  return (part, length) => {
    const word = words.get(part);
    if (word === undefined) return part === 'dayPeriod' ? '' : '––';
    return isShort ? word.charAt(0).repeat(length) : word;
  };
}

type Conventions = ReturnType<typeof conventionsOf>;

const readers = localized(conventionsOf);

export function formatValue(kind: DateKind, value: string, conventions = readers()): string {
  if (value === '') return '';
  if (kind === 'datetime')
    return value
      .split('T')
      .map((part, index) => formatValue(index === 0 ? 'date' : 'time', part, conventions))
      .join(' ');
  const at =
    kind === 'date' ? utcMidnight(value) : Date.parse(`${kind === 'time' ? '2026-01-01T' : ''}${value}Z`);
  return Number.isNaN(at) ? value : conventions.formats[kind].format(at);
}

export function placeholderOf(kind: DateKind, conventions = readers()): string {
  const { formats, letters } = conventions;
  if (kind === 'datetime')
    return `${placeholderOf('date', conventions)} ${placeholderOf('time', conventions)}`;
  const parts = formats[kind].formatToParts(0);
  return parts
    .map(({ type, value }) => (type === 'literal' ? value : letters(type, value.length)))
    .join('')
    .trim();
}

/** The day is above 12, so that readers cannot take it for a month. */
export function exampleOf(kind: DateKind): string {
  const date = `${today().slice(0, 'yyyy'.length)}-12-31`;
  return formatValue(kind, { date, time: '14:30', datetime: `${date}T14:30` }[kind]);
}

/**
 * `form`: the text is not a date or time. `day`: the day does not exist, as in 31 February. `gap`: a clock
 * change skips the time.
 */
export type DateProblem = 'form' | 'day' | 'gap';

type DateReading = { value: string } | { problem: DateProblem };

/** Also accepts month names. */
export function readValue(kind: DateKind, typed: string, conventions = readers()): DateReading {
  const text = simplify(typed);
  if (text === '') return { value: '' };
  if (kind === 'date') return readDate(text, conventions);
  if (kind === 'time') {
    const value = readTime(text, conventions);
    return value === undefined ? { problem: 'form' } : { value };
  }
  return readDateTime(text, conventions);
}

function readDateTime(text: string, conventions: Conventions): DateReading {
  let problem: DateProblem = 'form';
  for (const { index } of [...text.matchAll(/(?<=\d)t(?=\d)|[\s,]+/g)].reverse()) {
    const time = text.slice(index).replace(/^[t\s,]+/, '');
    const clock = /\d\D+\d|[^\d\s]/.test(time) ? readTime(time, conventions) : undefined;
    if (clock === undefined) continue;
    const date = readDate(text.slice(0, index), conventions);
    if ('value' in date) return inZone(`${date.value}T${clock}`);
    if (date.problem === 'day') problem = 'day';
  }
  return { problem };
}

function inZone(value: string): DateReading {
  const local = Date.parse(`${value}Z`);
  return toLocal(fromLocal(local)).getTime() === local ? { value } : { problem: 'gap' };
}

const MINUTE_MS = 60_000;

/** Clock changes of 30 and 60 minutes repeat local times. */
export function isAmbiguous(value: string): boolean {
  const local = Date.parse(`${value}Z`);
  const first = fromLocal(local);
  return [30, 60].some((minutes) => toLocal(first + minutes * MINUTE_MS).getTime() === local);
}

function readDate(text: string, { near, order, months, literals, isBuddhist }: Conventions): DateReading {
  const days = near.indexOf(text);
  if (days >= 0) return { value: dateOf(utcMidnight(today()) + days * 86_400_000) };
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text);
  if (iso) return dateFrom(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const named = takeMonth(text, months);
  const numbers = (named?.rest ?? text).match(/\d+/g) ?? [];
  if (wordsOf(named?.rest ?? text).some((word) => !literals.has(word))) return { problem: 'form' };
  const parts = named
    ? assign(numbers, numbers[0]?.length === 4 ? ['year', 'day'] : ['day', 'year'])
    : assign(numbers, numbers[0]?.length === 4 ? ['year', 'month', 'day'] : order);
  const month = named?.month ?? parts?.month;
  if (!parts?.day || !month) return { problem: 'form' };
  return dateFrom(fullYear(parts.year, isBuddhist), month, parts.day);
}

type Part = 'day' | 'month' | 'year';

function assign(
  numbers: readonly string[],
  order: readonly Part[],
): Partial<Record<Part, number>> | undefined {
  const [only = ''] = numbers;
  if (numbers.length === 1 && order.length === 3) {
    const yearLength = only.length - 4;
    if (yearLength !== 2 && yearLength !== 4) return undefined;
    let from = 0;
    const pieces = order.map((part) => {
      const start = from;
      from += part === 'year' ? yearLength : 2;
      return only.slice(start, from);
    });
    return assign(pieces, order);
  }
  const parts = numbers.length === order.length ? order : order.filter((part) => part !== 'year');
  if (parts.length !== numbers.length || numbers.some(({ length }) => length > 4)) return undefined;
  return Object.fromEntries(parts.map((part, index) => [part, Number(numbers[index])]));
}

function fullYear(year: number | undefined, isBuddhist: boolean): number {
  const thisYear = Number(today().slice(0, 'yyyy'.length));
  if (year === undefined) return thisYear;
  if (!isBuddhist) return year < 100 ? 2000 + year : year;
  if (year < 100) return 2500 + year - BUDDHIST_YEARS;
  // Thai users type years in either calendar.
  return year > thisYear + BUDDHIST_YEARS / 2 ? year - BUDDHIST_YEARS : year;
}

function takeMonth(text: string, lists: readonly string[][]): { month: number; rest: string } | undefined {
  const found = lists
    .flatMap((names) => names.map((name, index) => ({ name, month: index + 1 })))
    .filter(({ name }) => name !== '' && text.includes(name))
    .sort((one, other) => other.name.length - one.name.length)[0];
  return found && { month: found.month, rest: text.replace(found.name, ' ') };
}

function dateFrom(year: number, month: number, day: number): DateReading {
  const at = new Date(0);
  at.setUTCFullYear(year, month - 1, day);
  const isReal = year >= 1000 && year <= 9999 && at.getUTCMonth() === month - 1 && at.getUTCDate() === day;
  return isReal ? { value: dateOf(at.getTime()) } : { problem: 'day' };
}

function readTime(text: string, { periods: [am = '', pm = ''] }: Conventions): string | undefined {
  const isNamed = (names: readonly string[]) => names.some((name) => name !== '' && text.includes(name));
  const isPm = isNamed([pm, 'pm', 'p.m']) || /\dp$/.test(text);
  const isAm = !isPm && (isNamed([am, 'am', 'a.m']) || /\da$/.test(text));
  const found = /^\D*?(\d{1,2})(?:\D{0,3}(\d{2}))?\D*$/.exec(text);
  if (!found || (wordsOf(text).length > 0 && !isPm && !isAm && !/\d\s*(h|u|uhr|kl)\b/.test(text)))
    return undefined;
  const hour = Number(found[1]);
  const minute = Number(found[2] ?? 0);
  const hours = isPm && hour < 12 ? hour + 12 : isAm && hour === 12 ? 0 : hour;
  if (hours > 23 || minute > 59) return undefined;
  return `${String(hours).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
}

const wordsOf = (text: string): string[] => simplify(text).match(/\p{L}[\p{L}\p{M}]*/gu) ?? [];

function simplify(text: string): string {
  const plain = text.normalize('NFKC').replace(/[\u200e\u200f\u061c]/g, '');
  return plain
    .replace(/\p{Nd}/gu, digitOf)
    .toLocaleLowerCase()
    .replace(/\s+/g, ' ')
    .trim();
}

function digitOf(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let zero = code;
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String(code - zero);
}

/** First day of the week. Sunday is 0. */
export const firstWeekday = localized((tag) => {
  const locale: Intl.Locale & { getWeekInfo?: () => { firstDay: number }; weekInfo?: { firstDay: number } } =
    new Intl.Locale(tag);
  return ((locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay ?? 1) % 7;
});
