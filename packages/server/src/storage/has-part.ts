/** SQL that normalizes text and folds its case, similar to the protocol's `foldText`. */
const folded = (text: string) => `replace(replace(lower(normalize(${text}, NFKC)), 'ß', 'ss'), 'ς', 'σ')`;

/** An SQL condition: a text contains the parameter at any position. True if the parameter is null. */
export function hasPart(parameter: string, ...texts: readonly string[]): string {
  const places = texts.map((text) => `strpos(${folded(text)}, ${folded(parameter)}) > 0`);
  return `(${parameter}::text IS NULL OR ${places.join(' OR ')})`;
}
