import type { LogKind } from '../../../log/index.ts';
import type { BuiltEvent, EntryContext, EventBuilders } from './builder.ts';
import { commentEventBuilders } from './comments.ts';
import { meetEventBuilders } from './meets.ts';
import { pageEventBuilders } from './pages.ts';
import { postbackEventBuilders } from './postbacks.ts';
import { todoEventBuilders } from './todos.ts';

/** The event builder of each kind of log entry; kinds without one make no events. */
const eventBuilders: EventBuilders = {
  ...commentEventBuilders,
  ...pageEventBuilders,
  ...todoEventBuilders,
  ...meetEventBuilders,
  ...postbackEventBuilders,
};

/** The event that a log entry is to the bots of its binder; null when it is none. */
export function buildEvent(entry: { kind: string; body: unknown }, context: EntryContext): BuiltEvent | null {
  const builder = eventBuilders[entry.kind as LogKind];
  // The body was written under this kind: `NewLogEntry` holds the two together.
  return builder ? builder(entry.body as never, context) : null;
}

export { type BuiltEvent, type EntryContext, inBinder, isSubscribedTo } from './builder.ts';
export { buildLifecycleEvent } from './lifecycle.ts';
export { type Addressee, writeEvent, writeMessage } from './message.ts';
