import type { MeetEngineKind } from '@ringbinder/protocol';
import type { EngineCommand, EngineEvent, EngineReport } from './messages.ts';

export interface EngineLog {
  warn(fields: object, message: string): void;
  info(fields: object, message: string): void;
}

/** Signalling, permissions and rooms are outside its scope. */
export interface MeetEngine {
  /** By session descriptions, or with LiveKit's client. */
  readonly kind: MeetEngineKind;
  /** In order. Ignored before the start and after a crash; clients then rejoin. */
  send(command: EngineCommand): void;
  onEvent(listener: (event: EngineEvent) => void): () => void;
  /** True after each start, when it knows no meets; false after each crash. */
  onRunning(listener: (isRunning: boolean) => void): () => void;
  readonly isRunning: boolean;
  readonly report: EngineReport;
  /** Idempotent. On demand, because many servers have no meets. */
  start(): void;
  readonly pid: number | undefined;
  readonly recordingProblem: string | undefined;
  settleRecording(folder: string): Promise<void>;
  /** Rejects if the media server is unavailable or the process keeps crashing. */
  check(): Promise<void>;
  readonly webhooks: EngineWebhooks | undefined;
  stop(): Promise<void>;
}

export interface EngineWebhooks {
  /** Returns the webhook's meet. Throws InvalidWebhook for a missing, invalid or old signature. */
  read(body: Buffer, authorization: string): string | undefined;
  /** A webhook's content is not trusted. */
  look(meet: string): void;
}

export class InvalidWebhook extends Error {}
