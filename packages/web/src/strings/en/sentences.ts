const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Isolates a right-to-left name, which would reorder the words around it. */
export const isolated = (words: string): string =>
  RIGHT_TO_LEFT.test(words) ? `\u2068${words}\u2069` : words;

const isolatedEach = (value: unknown): unknown => {
  if (typeof value === 'string') return isolated(value);
  return Array.isArray(value) ? value.map(isolatedEach) : value;
};

/* @__NO_SIDE_EFFECTS__ */
export function sentences<T>(texts: T): T {
  if (typeof texts === 'function')
    return ((...values: unknown[]) => texts(...values.map(isolatedEach))) as typeof texts;
  if (Array.isArray(texts)) return texts.map(sentences) as typeof texts;
  if (typeof texts !== 'object' || texts === null) return texts;
  return Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, sentences(text)])) as T;
}
