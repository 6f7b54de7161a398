/** Most browsers also name Chrome and Safari, so the order matters. */
const BROWSERS = [
  ['Firefox', /Firefox|FxiOS/], // not shown
  ['Edge', /Edg/], // not shown
  ['Opera', /OPR/], // not shown
  ['Chrome', /Chrome|CriOS/], // not shown
  ['Safari', /Safari/], // not shown
] as const;

export function browserName(userAgent: string): string {
  return BROWSERS.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? '';
}
