const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** A name as a part of a sentence: one that is written from right to left does not reorder what stands beside it. */
export const isolated = (words: string) => (RIGHT_TO_LEFT.test(words) ? `\u2068${words}\u2069` : words);
