import type { MeetEngineKind } from '@ringbinder/protocol';
import type { EngineCommand, EngineEvent, EngineReport } from './messages.ts';

export interface EngineLog {
  warn(fields: object, message: string): void;
  info(fields: object, message: string): void;
}

/** Forwards media, and knows nothing about signalling, permissions and rooms. */
export interface MeetEngine {
  readonly kind: MeetEngineKind;
  /** Ignores commands while the engine is not running, because clients rejoin after the next start. */
  send(command: EngineCommand): void;
  onEvent(listener: (event: EngineEvent) => void): () => void;
  /** True after each start, false after each crash. A start loses the state of all meets. */
  onRunning(listener: (isRunning: boolean) => void): () => void;
  readonly isRunning: boolean;
  readonly report: EngineReport;
  /** Idempotent. Called on demand, because many servers never hold a meet. */
  start(): void;
  readonly pid: number | undefined;
  readonly recordingProblem: string | undefined;
  settleRecording(folder: string): Promise<void>;
  check(): Promise<void>;
  readonly webhooks: EngineWebhooks | undefined;
  stop(): Promise<void>;
}

export interface EngineWebhooks {
  read(body: Buffer, authorization: string): string | undefined;
  /** Called after a webhook, whose content is not trusted. */
  look(meet: string): void;
}

export class InvalidWebhook extends Error {}
