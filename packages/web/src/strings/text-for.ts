/**
 * The text for a name of the API, such as `userResetPassword` for `user.reset-password`. Returns the name if there is
 * none, as for a name of a newer release.
 */
export function textFor(texts: Readonly<Record<string, string>>, name: string): string {
  return texts[name.replace(/[._-](.)/g, (_match, letter: string) => letter.toUpperCase())] ?? name;
}
