export interface Reader {
  id?: string;
  /** A name of the tz database. */
  timezone?: string;
  /** Like `de` or `zh-tw`. */
  language?: string;
}

/** The profile's settings, as the server writes them into the page; nothing where nobody is signed in. */
export function readerOfPage(): Reader {
  if (typeof document === 'undefined') return {};
  try {
    return JSON.parse(document.getElementById('app')?.dataset.boot ?? '{}').user ?? {};
  } catch {
    return {};
  }
}
