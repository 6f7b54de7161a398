/**
 * `userResetPassword` is the text for `user.reset-password`. Returns the API's name without a text, as for a
 * newer release.
 */
export function textFor(texts: Readonly<Record<string, string>>, name: string): string {
  return texts[name.replace(/[._-](.)/g, (_match, letter: string) => letter.toUpperCase())] ?? name;
}
