/** Equivalent to the protocol's `foldText`. */
const folded = (text: string) => `replace(replace(lower(normalize(${text}, NFKC)), 'ß', 'ss'), 'ς', 'σ')`;

/** SQL that is true if any text contains the parameter, or the parameter is null. */
export function hasPart(parameter: string, ...texts: readonly string[]): string {
  const places = texts.map((text) => `strpos(${folded(text)}, ${folded(parameter)}) > 0`);
  return `(${parameter}::text IS NULL OR ${places.join(' OR ')})`;
}
