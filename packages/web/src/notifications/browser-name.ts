/** Most browsers also name Chrome and Safari, so the order matters. Not shown in another language. */
const BROWSERS = [
  ['Firefox', /Firefox|FxiOS/],
  ['Edge', /Edg/],
  ['Opera', /OPR/],
  ['Chrome', /Chrome|CriOS/],
  ['Safari', /Safari/],
] as const;

export function browserName(userAgent: string): string {
  return BROWSERS.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? '';
}
