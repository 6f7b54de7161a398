import { audit } from './en/audit.ts';
import { background } from './en/background.ts';
import { bots, deliveries } from './en/bots.ts';
import { clients } from './en/clients.ts';
import { common, shell } from './en/common.ts';
import { consoleCommon } from './en/console-common.ts';
import { orgs, overview } from './en/orgs.ts';
import { sessions, tokens, users } from './en/people.ts';

/** All texts of the console. A text that contains a name or a number is a function. */
export const text = {
  ...common,
  ...consoleCommon,
  shell,
  overview,
  orgs,
  users,
  clients,
  bots,
  deliveries,
  tokens,
  sessions,
  audit,
  background,
};
