import { camelCase } from '../../camel-case.ts';
import { consoleAudit as words } from '../../strings/messages/console-audit.ts';

/**
 * What an admin did.
 * @param action such as `client.rotate`. An unknown one is returned unchanged.
 */
export function sentenceOf(action: string): string {
  const happened: Readonly<Record<string, string>> = words.happened;
  return happened[camelCase(action)] ?? action;
}
