import type { EngineCommand, EngineEvent, EngineReport } from './messages.ts';

/** What carries the media of meets. Signalling, rights and rooms are not its business. */
export interface MeetEngine {
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
  /** Ends it for good. */
  stop(): Promise<void>;
}
