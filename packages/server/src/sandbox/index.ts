export { openSandbox, type Sandbox } from './open.ts';
export type { TimedWork } from './schedule.ts';
export { readSandboxClock } from './state.ts';
