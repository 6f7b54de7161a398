/**
 * Returns the text `userResetPassword` for `user.reset-password`. Without a text, as for a newer release,
 * returns the name.
 */
export function textFor(texts: Readonly<Record<string, string>>, name: string): string {
  return texts[name.replace(/[._-](.)/g, (_match, letter: string) => letter.toUpperCase())] ?? name;
}
