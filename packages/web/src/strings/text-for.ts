/**
 * Returns the text for a name of the server, for example `userResetPassword` for `user.reset-password`. If
 * the text is missing, returns the name itself. The server may be newer than the texts.
 */
export function textFor(texts: Readonly<Record<string, string>>, name: string): string {
  return texts[name.replace(/[._-](.)/g, (_match, letter: string) => letter.toUpperCase())] ?? name;
}
