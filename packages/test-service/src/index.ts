export type { ServiceClock } from './clock.ts';
export type { Duration } from './duration.ts';
export type { EventFilter, EventLog, ReceivedEvent } from './events.ts';
export type { Person, PersonName, Workflow, WorkflowStep } from './person.ts';
export {
  type Demo,
  type ResetOptions,
  type RingbinderOptions,
  type RingbinderService,
  startRingbinder,
} from './start.ts';
