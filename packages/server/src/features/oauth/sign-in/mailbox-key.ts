/**
 * What attempts at an e-mail address are counted by: one text for all spellings that the database takes for the same.
 * It makes small letters one by one, so that the dotted capital `İ` is an `i` and every `Σ` a `σ`. JavaScript makes two
 * letters of the one and looks at what is round the other, and each spelling would have guesses of its own.
 */
export function mailboxKey(email: string): string {
  return Array.from(email, (letter) => String.fromCodePoint(letter.toLowerCase().codePointAt(0) ?? 0)).join(
    '',
  );
}
