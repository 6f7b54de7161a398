export { createMeetEngine, type EngineLog } from './embedded-engine.ts';
export type { MeetEngine } from './engine.ts';
export type { EngineCommand, EngineEvent, EngineReport, TransportSettings } from './messages.ts';
export { type Composed, compose, NotComposed } from './recording/compose.ts';
