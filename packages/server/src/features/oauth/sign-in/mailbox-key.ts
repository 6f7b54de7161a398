/**
 * Normalises an email address for rate limits. Like the database, it lowercases code points one by one: `İ`
 * becomes `i` and every `Σ` becomes `σ`. JavaScript's string lowercasing expands the first and treats the
 * second by context, so each spelling would get its own limit.
 */
export function mailboxKey(email: string): string {
  return Array.from(email, (letter) => String.fromCodePoint(letter.toLowerCase().codePointAt(0) ?? 0)).join(
    '',
  );
}
