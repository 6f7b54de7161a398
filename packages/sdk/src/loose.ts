/** What old pages write: true and false as words, sizes with and without their unit. */

/** Reads true or false. @param otherwise what it is when nothing is said */
export function flag(value: unknown, otherwise: boolean): boolean {
  if (value === undefined || value === null || value === '') return otherwise;
  return value !== 'false' && value !== '0' && Boolean(value);
}

/** A length as CSS writes it: numbers are pixels, `100%` and `50vw` stay. @param otherwise in pixels */
export function size(value: unknown, otherwise: number): string {
  const text = String(value ?? '').trim();
  const [length, , unit] = /^\d+(\.\d+)?(px|%|vw|vh|dvh|em|rem|ch)?$/.exec(text) ?? [otherwise];
  return unit ? text : `${length}px`;
}

/** The pixels of such a length in a window of `whole` pixels. */
export function pixels(value: unknown, otherwise: number, whole: number): number {
  const length = size(value, otherwise);
  const number = Number.parseFloat(length);
  return Math.round(
    length.endsWith('px') ? number : length.endsWith('%') ? (whole * number) / 100 : otherwise,
  );
}

/** The version that is meant: 4 and '4' alike; what is later behaves as the latest, and nothing said is 2. */
export function versionOf(value: unknown): 2 | 3 | 4 {
  const number = value === 'latest' ? 4 : Number.parseInt(String(value || 2), 10);
  return number >= 4 ? 4 : number === 3 ? 3 : 2;
}
