import type { LogKind } from '../../../log/index.ts';
import { commentTellings } from './comments.ts';
import { meetTellings } from './meets.ts';
import { pageTellings } from './pages.ts';
import { postbackTellings } from './postbacks.ts';
import type { EntryContext, Tellings, Told } from './telling.ts';
import { todoTellings } from './todos.ts';

/** What bots are told of each kind of log entry; kinds without a telling are nothing to them. */
const tellings: Tellings = {
  ...commentTellings,
  ...pageTellings,
  ...todoTellings,
  ...meetTellings,
  ...postbackTellings,
};

/** The event that a log entry is to the bots of its binder; null when it is none. */
export function tell(entry: { kind: string; body: unknown }, context: EntryContext): Told | null {
  const telling = tellings[entry.kind as LogKind];
  // The body was written under this kind: `NewLogEntry` holds the two together.
  return telling ? telling(entry.body as never, context) : null;
}

export { tellMove } from './lifecycle.ts';
export { type Addressee, writeEvent, writeMessage } from './message.ts';
export { type EntryContext, inBinder, type Told, wants } from './telling.ts';
