export {
  type Actors,
  type ActorTable,
  createActors,
  outsiders,
  stateOf,
} from './actors.ts';
export type { Answer, CallOptions } from './caller.ts';
export {
  type ClonedDatabase,
  type Connection,
  cloneDatabase,
  onDatabase,
  runOn,
  SHARED_SERVER,
  sharedServer,
} from './database.ts';
export { adminOf, type Departure, departures } from './departures.ts';
export type { Cast, CreatedBot, CreatedClient, CreatedPartner, CreatedUser } from './factory.ts';
export { followCursor } from './follow-cursor.ts';
export { resolveReferences } from './openapi-check.ts';
export { type Closed, openRealtime, openSocket, type RealtimeClient } from './realtime.ts';
export { type Received, type Receiver, startReceiver } from './receiver.ts';
export { expectRefusal } from './refusal.ts';
export { startService, type TestService } from './service.ts';
export { until } from './until.ts';
export { fileForm, uploadFile } from './upload.ts';
export { newVisitor, type View, type Visitor } from './visitor.ts';
export { within } from './within.ts';
