/**
 * Converts each code point to lower case as the database does: `İ` becomes `i`, and every `Σ` becomes `σ`.
 * Otherwise, each spelling would have its own limit of attempts.
 */
export function mailboxKey(email: string): string {
  return Array.from(email, (letter) => String.fromCodePoint(letter.toLowerCase().codePointAt(0) ?? 0)).join(
    '',
  );
}
