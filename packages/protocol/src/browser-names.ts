const BROWSERS = [
  ['Edg', 'Edge'],
  ['OPR/', 'Opera'],
  ['Firefox/', 'Firefox'],
  ['FxiOS/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['CriOS/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const;
const SYSTEMS = [
  ['Windows', 'Windows'],
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Mac OS X', 'macOS'],
  ['CrOS', 'ChromeOS'],
  ['Linux', 'Linux'],
] as const;

const nameIn = (userAgent: string, names: readonly (readonly [mark: string, name: string])[]) =>
  names.find(([mark]) => userAgent.includes(mark))?.[1];

/** `browser` is the first word of an unknown `User-Agent`, and empty without one. */
export function namesOfUserAgent(userAgent: string): { browser: string; system?: string | undefined } {
  const browser = nameIn(userAgent, BROWSERS) ?? userAgent.split(/[/ ]/)[0] ?? '';
  return { browser, system: nameIn(userAgent, SYSTEMS) };
}
