import { text } from '../../strings/en.ts';

const { browsers, systems, browserOn, unknownBrowser } = text.sessions;

/** What a person calls the browser that a `User-Agent` stands for, like “Firefox on Windows”; else its first word. */
export function nameBrowser(userAgent: string): string {
  const of = (names: readonly (readonly [mark: string, name: string])[]) =>
    names.find(([mark]) => userAgent.includes(mark))?.[1];
  const browser = of(browsers) ?? (userAgent.split(/[/ ]/)[0] || unknownBrowser);
  const system = of(systems);
  return system ? browserOn(browser, system) : browser;
}
