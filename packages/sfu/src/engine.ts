import type { MeetEngineKind } from '@ringbinder/protocol';
import type { EngineCommand, EngineEvent, EngineReport } from './messages.ts';

export interface EngineLog {
  warn(fields: object, message: string): void;
  info(fields: object, message: string): void;
}

/** What carries the media of meets. Signalling, rights and rooms are not its business. */
export interface MeetEngine {
  /** By which way clients send and receive: descriptions on the channel of the meet, or LiveKit’s own client. */
  readonly kind: MeetEngineKind;
  /** Does what it is told, in order. Before it has started, and after it has died, nothing: all begins anew then. */
  send(command: EngineCommand): void;
  /** Hears of what it tells. Gives the function that ends it. */
  onEvent(listener: (event: EngineEvent) => void): () => void;
  /** Hears of each start (true) and each death (false). After a start it knows of no meet. */
  onRunning(listener: (isRunning: boolean) => void): () => void;
  readonly isRunning: boolean;
  /** What goes through it, as it was told a moment ago. */
  readonly report: EngineReport;
  /** Starts it, where it does not run. Meets are few: nobody pays for an engine that nobody uses. */
  start(): void;
  /** The process that it runs in, where it is one of its own. */
  readonly pid: number | undefined;
  /** Why it cannot record; undefined where it can. */
  readonly recordingProblem: string | undefined;
  settleRecording(folder: string): Promise<void>;
  /** Rejects when it cannot carry media now: its media server is away, or its process ended and does not start. */
  check(): Promise<void>;
  /** What its media server tells of meets; undefined for an engine without one. */
  readonly webhooks: EngineWebhooks | undefined;
  stop(): Promise<void>;
}

/** Hears what a media server tells of its own accord. */
export interface EngineWebhooks {
  /**
   * The meet that a message is about; undefined for one about nothing of ours. Throws InvalidWebhook for one that the
   * server did not sign, or signed too long ago.
   */
  read(body: Buffer, authorization: string): string | undefined;
  /** Asks the server what has become of a meet: what the message says of it is not believed. */
  look(meet: string): void;
}

/** A message that the media server did not sign. */
export class InvalidWebhook extends Error {}
