export function isTimeZone(name: string): boolean {
  try {
    // Intl also accepts offsets such as +01:00, which the tz database lacks.
    return /^[A-Za-z]/.test(name) && Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
}

export function isWebAddress(text: string): boolean {
  return /^https?:\/\//i.test(URL.parse(text)?.href ?? '');
}
