export { buildEvents, buildLifecycleEvent } from './build-event.ts';
export { transactionBuilders } from './build-transaction-event.ts';
export {
  type BuiltEvent,
  type EntryContext,
  eventTime,
  inBinder,
  isSubscribedTo,
  type WritableEvent,
} from './builder.ts';
export { writeEvent, writeMessage } from './message.ts';
