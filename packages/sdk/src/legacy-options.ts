export function flag(value: unknown, otherwise: boolean): boolean {
  if (value === undefined || value === null || value === '') return otherwise;
  return value !== 'false' && value !== '0' && Boolean(value);
}

/** @param otherwise the default in pixels */
export function size(value: unknown, otherwise: number): string {
  const text = String(value ?? '').trim();
  const [length, , unit] = /^\d+(\.\d+)?(px|%|vw|vh|dvh|em|rem|ch)?$/.exec(text) ?? [otherwise];
  return unit ? text : `${length}px`;
}

/** A percentage refers to `whole` pixels. */
export function pixels(value: unknown, otherwise: number, whole: number): number {
  const length = size(value, otherwise);
  const number = Number.parseFloat(length);
  return Math.round(
    length.endsWith('px') ? number : length.endsWith('%') ? (whole * number) / 100 : otherwise,
  );
}

export function versionOf(value: unknown): 2 | 3 | 4 {
  const number = value === 'latest' ? 4 : Number.parseInt(String(value || 2), 10);
  return number >= 4 ? 4 : number === 3 ? 3 : 2;
}
