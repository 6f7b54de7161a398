import { namesOfUserAgent } from '@ringbinder/protocol/browser-names.ts';
import { consolePeople } from '../../strings/messages/console-people.ts';

/** Returns a name such as “Firefox on Windows”, or the first word of the `User-Agent`. */
export function nameBrowser(userAgent: string): string {
  const { browser, system } = namesOfUserAgent(userAgent);
  const name = browser || consolePeople.sessions.unknownBrowser;
  return system ? consolePeople.sessions.browserOn(name, system) : name;
}
