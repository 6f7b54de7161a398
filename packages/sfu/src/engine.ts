import type { MeetEngineKind } from '@ringbinder/protocol';
import type { EngineCommand, EngineEvent, EngineReport } from './messages.ts';

export interface EngineLog {
  warn(fields: object, message: string): void;
  info(fields: object, message: string): void;
}

/** Carries the media of meets. Signalling, rights and rooms are not its concern. */
export interface MeetEngine {
  /** How clients exchange media: descriptions on the meet's channel, or LiveKit's client. */
  readonly kind: MeetEngineKind;
  /** Executes commands in order. Ignored before the start and after a death: clients must then rejoin. */
  send(command: EngineCommand): void;
  /** Returns a function that unsubscribes. */
  onEvent(listener: (event: EngineEvent) => void): () => void;
  /**
   * Called with true at each start and false at each death. After a start the engine knows no meets. Returns a function
   * that unsubscribes.
   */
  onRunning(listener: (isRunning: boolean) => void): () => void;
  readonly isRunning: boolean;
  readonly report: EngineReport;
  /** Starts the engine if it is not running. Called on demand, because many servers have no meets. */
  start(): void;
  /** Id of its own process, if it has one. */
  readonly pid: number | undefined;
  /** Why it cannot record; undefined if it can. */
  readonly recordingProblem: string | undefined;
  settleRecording(folder: string): Promise<void>;
  /** Rejects if it cannot carry media: its media server is unavailable, or its process ended and does not restart. */
  check(): Promise<void>;
  /** Webhooks of its media server; undefined without one. */
  readonly webhooks: EngineWebhooks | undefined;
  stop(): Promise<void>;
}

export interface EngineWebhooks {
  /**
   * Verifies a webhook and returns its meet; undefined if it concerns none. Throws InvalidWebhook if the signature is
   * missing, invalid or too old.
   */
  read(body: Buffer, authorization: string): string | undefined;
  /** Reads the state of a meet from the server. The webhook's content is not trusted. */
  look(meet: string): void;
}

export class InvalidWebhook extends Error {}
