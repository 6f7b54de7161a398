export { createMeetEngine } from './create-engine.ts';
export { createEmbeddedEngine } from './embedded-engine.ts';
export { type EngineLog, type EngineWebhooks, InvalidWebhook, type MeetEngine } from './engine.ts';
export { createEngineStatus } from './engine-status.ts';
export type { EngineCommand, EngineEvent, EngineReport, TransportSettings } from './messages.ts';
export { type Composed, compose, NotComposed } from './recording/compose.ts';
