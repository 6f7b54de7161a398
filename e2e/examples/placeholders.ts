import { createHash } from 'node:crypto';

const BASE_MS = Date.UTC(2026, 10, 21, 9, 30);
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Times are rounded to this, so that the run's duration does not show. */
const GRAIN_MS = 10 * MINUTE_MS;
const ORIGIN = 'https://binders.example.com';

// A letter after a hyphen belongs to a longer token.
const ID = /(?<![A-Za-z0-9_-])([A-Z])[0-9A-Za-z]{22}(?![A-Za-z0-9_-])/;
const HEX = /\b[0-9a-f]{32,}\b/;
// A random string mixes both cases, and a word does not.
const RANDOM = /(?<![A-Za-z0-9_-])(?=[a-z0-9_-]*[A-Z])(?=[A-Z0-9_-]*[a-z])[A-Za-z0-9_-]{22,}/;
const WEBHOOK_SECRET = /whsec_[A-Za-z0-9+/=]+/;
const PEM = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----\s*/;
const ISO = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/;
const DAY = /\b20\d\d-\d\d-\d\d\b/;
const MILLISECONDS = /\b1[6-9]\d{11}\b/;
const HEX_PAIRS = /\b(?:[0-9A-F]{2}:){15,}[0-9A-F]{2}\b/;
const CHANGING = new RegExp(
  [PEM, WEBHOOK_SECRET, HEX_PAIRS, ISO, DAY, MILLISECONDS, ID, HEX, RANDOM]
    .map(({ source }) => source)
    .join('|'),
  'g',
);

const isTime = (value: number) => value > 1.6e12 && value < 2e12;

function byName(list: unknown[]): unknown[] {
  const named = list as { name?: unknown; user?: { name?: unknown } }[];
  const nameOf = (item: (typeof named)[number]) => String(item?.user?.name ?? item?.name ?? '');
  return named.toSorted((a, b) => nameOf(a).localeCompare(nameOf(b)));
}

export type Placeholders = (value: unknown) => unknown;

/**
 * Replaces each value by a placeholder of the same form. Equal values have the same placeholder in all
 * examples.
 *
 * @param startedAt in milliseconds
 */
export function createPlaceholders(origin: string, startedAt: number): Placeholders {
  const replacements = new Map<string, string>();
  const counts = new Map<string, number>();

  const madeUp = (value: string, kind: string): string => {
    const have = replacements.get(value);
    if (have !== undefined) return have;
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    const hash = createHash('sha512').update(`${kind} ${count}`);
    const letters = kind === 'hex' ? hash.digest('hex') : hash.digest('base64').replace(/[+/=]/g, '');
    const placeholder = letters.repeat(Math.ceil(value.length / letters.length)).slice(0, value.length);
    replacements.set(value, placeholder);
    return placeholder;
  };
  const timeOf = (milliseconds: number): number =>
    BASE_MS + Math.floor((milliseconds - startedAt) / GRAIN_MS) * GRAIN_MS;
  const dayOf = (day: string): string => {
    const days = Math.round((Date.parse(day) - Math.floor(startedAt / DAY_MS) * DAY_MS) / DAY_MS);
    return new Date(BASE_MS + days * DAY_MS).toISOString().slice(0, 10);
  };
  const replace = (match: string): string => {
    if (PEM.test(match)) return '-----BEGIN CERTIFICATE-----\nMIIC…\n-----END CERTIFICATE-----\n';
    if (HEX_PAIRS.test(match))
      return Array.from({ length: 32 }, (_, index) => (index + 160).toString(16))
        .join(':')
        .toUpperCase();
    if (match.startsWith('whsec_')) return `whsec_${madeUp(match.slice(6), 'webhook secret')}`;
    if (ISO.test(match)) {
      const text = new Date(timeOf(Date.parse(match))).toISOString();
      return match.includes('.') ? text : `${text.slice(0, 19)}Z`;
    }
    if (DAY.test(match)) return dayOf(match);
    if (MILLISECONDS.test(match) && match.length === 13) {
      // Only the expiry time of a picture's address has no seconds.
      const ofLink = Number(match) % MINUTE_MS === 0;
      return String(ofLink ? BASE_MS + DAY_MS : timeOf(Number(match)));
    }
    const letter = new RegExp(`^${ID.source}$`).exec(match)?.[1];
    if (letter) return letter + madeUp(match.slice(1), letter);
    return madeUp(match, /^[0-9a-f]+$/.test(match) ? 'hex' : 'random');
  };
  const inText = (text: string): string => text.replaceAll(origin, ORIGIN).replace(CHANGING, replace);

  let firstPeriod: number | undefined;
  const periodOf = (milliseconds: number): number => {
    firstPeriod ??= milliseconds;
    return BASE_MS - DAY_MS + milliseconds - firstPeriod;
  };
  const fieldOf = (key: string, value: unknown): unknown => {
    if (key === 'duration') return 12;
    if (key === 'epoch') return 'f5c2c9a1c32e';
    if (typeof value === 'number' && isTime(value) && value % MINUTE_MS === 0) return periodOf(value);
    return placeholders(value);
  };

  const placeholders: Placeholders = (value) => {
    if (typeof value === 'string') return inText(value);
    if (typeof value === 'number') return isTime(value) ? timeOf(value) : value;
    if (Array.isArray(value)) return byName(value).map(placeholders);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, fieldOf(key, inner)]));
  };
  return placeholders;
}
