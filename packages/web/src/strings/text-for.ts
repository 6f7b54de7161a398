/**
 * Returns the text `userResetPassword` for `user.reset-password`, or the name if a newer release added it.
 */
export function textFor(texts: Readonly<Record<string, string>>, name: string): string {
  return texts[name.replace(/[._-](.)/g, (_match, letter: string) => letter.toUpperCase())] ?? name;
}
