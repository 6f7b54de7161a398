/**
 * Returns the text `userResetPassword` for `user.reset-password`. Returns the name if the text is missing, for
 * example for a name from a newer release.
 */
export function textFor(texts: Readonly<Record<string, string>>, name: string): string {
  return texts[name.replace(/[._-](.)/g, (_match, letter: string) => letter.toUpperCase())] ?? name;
}
