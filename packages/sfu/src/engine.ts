import type { MeetEngineKind } from '@ringbinder/protocol';
import type { EngineCommand, EngineEvent, EngineReport } from './messages.ts';

export interface EngineLog {
  warn(fields: object, message: string): void;
  info(fields: object, message: string): void;
}

/** Transports the media of meets. Signalling, permissions and rooms are outside its scope. */
export interface MeetEngine {
  /** How clients exchange media: by session descriptions on the meet's channel, or with LiveKit's client. */
  readonly kind: MeetEngineKind;
  /** Executes commands in order. Ignores them before the start and after a crash; clients must then rejoin. */
  send(command: EngineCommand): void;
  /** Returns a function that removes the listener. */
  onEvent(listener: (event: EngineEvent) => void): () => void;
  /**
   * Calls the listener with true after each start and false after each crash. An engine that has just started knows no
   * meets. Returns a function that removes the listener.
   */
  onRunning(listener: (isRunning: boolean) => void): () => void;
  readonly isRunning: boolean;
  readonly report: EngineReport;
  /** Starts the engine unless it runs. Called on demand, because many servers have no meets. */
  start(): void;
  /** Process id; undefined if the engine has no process of its own. */
  readonly pid: number | undefined;
  /** Why the engine cannot record; undefined if it can. */
  readonly recordingProblem: string | undefined;
  settleRecording(folder: string): Promise<void>;
  /** Rejects if the engine cannot transport media: its media server is unavailable, or its process keeps crashing. */
  check(): Promise<void>;
  /** Webhooks of the media server; undefined if the engine has none. */
  readonly webhooks: EngineWebhooks | undefined;
  stop(): Promise<void>;
}

export interface EngineWebhooks {
  /**
   * Verifies a webhook and returns the meet that it concerns; undefined if none. Throws InvalidWebhook if the signature
   * is missing, invalid or too old.
   */
  read(body: Buffer, authorization: string): string | undefined;
  /** Reads the meet's state from the media server, since the webhook's content is not trusted. */
  look(meet: string): void;
}

export class InvalidWebhook extends Error {}
