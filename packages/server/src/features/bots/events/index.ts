export { buildEvent, buildLifecycleEvent } from './build-event.ts';
export { type BuiltEvent, type EntryContext, inBinder, isSubscribedTo } from './builder.ts';
export { type Addressee, writeEvent, writeMessage } from './message.ts';
