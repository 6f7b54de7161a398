import type { Environment } from '../../environment/environment.ts';
import type { App } from '../../http/index.ts';
import { deliveryRoutes } from './deliveries/routes.ts';
import { lifecycleRoutes } from './lifecycle/routes.ts';
import { pullRoutes } from './pull/routes.ts';

export function botsFeature(app: App, env: Environment): void {
  lifecycleRoutes(app, env);
  pullRoutes(app, env);
  deliveryRoutes(app, env);
}

export type { AttemptRow, ReceiverTarget } from './deliveries/queries.ts';
export { deliveryResponses, presentAttempt } from './deliveries/responses.ts';
export { deliveryParts } from './deliveries/schema.ts';
export { type Receiver, replay, sendTest } from './deliveries/service.ts';
export { attemptResultOf, type CountAttempt, measureDeliveries } from './delivery/metrics.ts';
export { type CallResult, signedHeaders, toCallResult } from './delivery/push.ts';
export { scheduleRetry } from './delivery/queries.ts';
export { readRetryAfter } from './delivery/run-queue.ts';
export { scheduleDeliveries } from './delivery/sandbox-schedule.ts';
export { startDelivery } from './delivery/start.ts';
export {
  eventTime,
  inBinder,
  transactionBuilders,
  type WritableEvent,
  writeEvent,
  writeMessage,
} from './events/index.ts';
export { setEnabled } from './lifecycle/service.ts';
export { appendBotEvents, type NewBotEvent } from './log/append.ts';
export { type EntryRow, readEntries } from './log/queries.ts';
export { botLog, causerOf } from './log/read.ts';
export { deleteOldEvents } from './log/retention.ts';
export { eventPoll } from './pull/schema.ts';
export { createPull } from './pull/service.ts';
