/**
 * Lower-cases each code point separately, as the database does. Otherwise, each spelling would have its own
 * limit of attempts.
 */
export function mailboxKey(email: string): string {
  return Array.from(email, (letter) => String.fromCodePoint(letter.toLowerCase().codePointAt(0) ?? 0)).join(
    '',
  );
}
