import type { MeetEngineKind } from '@ringbinder/protocol';
import type { EngineCommand, EngineEvent, EngineReport } from './messages.ts';

export interface EngineLog {
  warn(fields: object, message: string): void;
  info(fields: object, message: string): void;
}

/** Signalling, permissions and rooms are outside its scope. */
export interface MeetEngine {
  /** By session descriptions on the meet's channel, or with LiveKit's client. */
  readonly kind: MeetEngineKind;
  /** In order. Ignores commands before the start and after a crash; clients must then rejoin. */
  send(command: EngineCommand): void;
  onEvent(listener: (event: EngineEvent) => void): () => void;
  /** True after each start, false after each crash. An engine that has just started knows no meets. */
  onRunning(listener: (isRunning: boolean) => void): () => void;
  readonly isRunning: boolean;
  readonly report: EngineReport;
  /** Idempotent. Call it on demand, because many servers have no meets. */
  start(): void;
  readonly pid: number | undefined;
  readonly recordingProblem: string | undefined;
  settleRecording(folder: string): Promise<void>;
  /** Rejects if the media server is unavailable, or the process keeps crashing. */
  check(): Promise<void>;
  readonly webhooks: EngineWebhooks | undefined;
  stop(): Promise<void>;
}

export interface EngineWebhooks {
  /**
   * Returns the meet that the webhook concerns. Throws InvalidWebhook if the signature is missing, invalid or too
   * old.
   */
  read(body: Buffer, authorization: string): string | undefined;
  /** Asks the media server, since a webhook's content is not trusted. */
  look(meet: string): void;
}

export class InvalidWebhook extends Error {}
