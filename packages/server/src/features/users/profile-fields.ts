export const languages = 'da de en es fi fr id it ja ko lt nb nl nn no pt ru sv th tr vi zh zh-tw'.split(' ');

/** Whether a text is a name of the tz database, like `Europe/Berlin`. */
export function isTimeZone(name: string): boolean {
  try {
    // Names only: Intl also takes offsets like +01:00, which are not in the tz database.
    return /^[A-Za-z]/.test(name) && Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
}

export function isWebAddress(text: string): boolean {
  return /^https?:\/\//i.test(URL.parse(text)?.href ?? '');
}
