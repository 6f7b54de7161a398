export {
  type Actor,
  type ActorName,
  type Actors,
  type ActorTable,
  hireActors,
  outsiders,
  stateOf,
} from './actors.ts';
export type { Answer, Caller, CallOptions } from './caller.ts';
export type { TestClock } from './clock.ts';
export {
  type ClonedDatabase,
  type Connection,
  cloneDatabase,
  onDatabase,
  runOn,
  SHARED_SERVER,
  sharedServer,
  TEMPLATE,
} from './database.ts';
export type { Cast, Factory, MadeClient, MadePartner, MadeUser } from './factory.ts';
export { resolveReferences } from './openapi-check.ts';
export { startService, type TestService, type TestServiceOptions } from './service.ts';
export { until } from './until.ts';
