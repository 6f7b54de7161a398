/** The name of a text for a name of the API: `userResetPassword` for `user.reset-password`. */
export const camelCase = (name: string): string =>
  name.replace(/[._-](.)/g, (_match, letter: string) => letter.toUpperCase());
