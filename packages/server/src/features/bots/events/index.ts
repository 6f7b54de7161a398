export { buildEvents, buildLifecycleEvent } from './build-event.ts';
export { type BuiltEvent, type EntryContext, inBinder, isSubscribedTo } from './builder.ts';
export { writeEvent, writeMessage } from './message.ts';
