export { allocateIds, append, type LogContext } from './append.ts';
export {
  createProcessBus,
  type LogBus,
  readerOfTopic,
  readTopic,
  userOfTopic,
  userTopic,
} from './bus.ts';
export { findClockLag } from './clock-lag.ts';
export { type Backlog, type Consumer, defineConsumer } from './consumer.ts';
export { type ConsumerListener, retryTopic, startConsumer } from './consumer-loop.ts';
export type { LogBodies, LogKind, NewLogEntry, StoredLogEntry } from './entry.ts';
export { allocateSequences, type LockedBinder, logAllocated } from './one-statement.ts';
export { createSequencePoller } from './poller.ts';
export { type LogRange, rangeColumns, unreadEntries, unreadRanges } from './ranges.ts';
export { entriesAfter, latestSeqAt } from './read.ts';
export { shareBus } from './shared-bus.ts';
export { subscribe, subscribeToLog } from './subscription.ts';
export { deleteOldTraces, findTraces, TRACE_ALLOCATED } from './traces.ts';
export { archiveRowVersions, rowsAt } from './versions.ts';
