/** SQL: text without case, and in one form for all ways in which characters are encoded; near to `foldText` of the protocol. */
const folded = (text: string) => `replace(replace(lower(normalize(${text}, NFKC)), 'ß', 'ss'), 'ς', 'σ')`;

/** SQL: whether a text, or one of several, has what a parameter says, anywhere in it. True when the parameter is null. */
export function hasPart(parameter: string, ...texts: readonly string[]): string {
  const places = texts.map((text) => `strpos(${folded(text)}, ${folded(parameter)}) > 0`);
  return `(${parameter}::text IS NULL OR ${places.join(' OR ')})`;
}
