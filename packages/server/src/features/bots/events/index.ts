export { buildEvents, buildLifecycleEvent } from './build-event.ts';
export { transactionBuilders } from './build-transaction-event.ts';
export {
  type EntryContext,
  type EventDraft,
  eventTime,
  inBinder,
  isSubscribedTo,
  type WritableEvent,
} from './builder.ts';
export { writeEvent, writeMessage } from './message.ts';
