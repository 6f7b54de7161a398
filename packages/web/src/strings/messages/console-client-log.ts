// From locales/en.po, by scripts/check-locales.ts --write.
import { messages } from '../language.ts';

export const consoleClientLog = messages('console-client-log', {
  about: 'Events in the log of this client, most recent first.',
  back: 'Clients',
  empty: 'The log has no events yet.',
  disabled: 'The client is disabled. Its log continues, and nothing is pushed until it is enabled again.',
  pulled:
    'The client has no events URL. Nothing is pushed: the client polls its log, and events count as pending.',
  gone: 'The endpoint answered 410 Gone. Nothing is pushed until the events URL is saved again.',
  secret: 'Events secret',
});
