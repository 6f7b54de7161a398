export { append, type LogContext, takeIds } from './append.ts';
export { createProcessBus, type LogBus } from './bus.ts';
export type { LogBodies, LogKind, NewLogEntry, StoredLogEntry } from './entry.ts';
export { follow } from './follow.ts';
export { listenForGrowth } from './growth.ts';
export { logTaken, takeThroughDoors } from './one-statement.ts';
export { entriesAfter } from './read.ts';
export { shareBus } from './shared-bus.ts';
