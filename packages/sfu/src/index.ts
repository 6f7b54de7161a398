export { createEmbeddedEngine, type EmbeddedEngineSettings } from './embedded-engine.ts';
export { type EngineLog, type EngineWebhooks, InvalidWebhook, type MeetEngine } from './engine.ts';
export { createLivekitEngine } from './livekit/engine.ts';
export type { EngineCommand, EngineEvent, EngineReport, MeetParticipant } from './messages.ts';
export { type Composed, compose, NotComposed, type RunProgram } from './recording/compose.ts';
export { readJournal, writeJournal } from './recording/journal.ts';
