export type { ClockState, SandboxClock } from './clock.ts';
export type { Generations } from './generations.ts';
export type { SeededIds } from './ids.ts';
export { openSandbox, type Sandbox } from './open.ts';
export type { Arrival, Schedule, TimedWork } from './schedule.ts';
export type { SandboxState } from './state.ts';
