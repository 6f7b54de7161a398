import { BROWSERS, SYSTEMS } from '../../strings/browsers.ts';
import { consolePeople } from '../../strings/messages/console-people.ts';

/** Returns a name such as “Firefox on Windows”, or the first word of the `User-Agent`. */
export function nameBrowser(userAgent: string): string {
  const of = (names: readonly (readonly [mark: string, name: string])[]) =>
    names.find(([mark]) => userAgent.includes(mark))?.[1];
  const browser = of(BROWSERS) ?? (userAgent.split(/[/ ]/)[0] || consolePeople.sessions.unknownBrowser);
  const system = of(SYSTEMS);
  return system ? consolePeople.sessions.browserOn(browser, system) : browser;
}
