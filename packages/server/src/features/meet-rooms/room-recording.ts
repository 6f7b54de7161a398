import type { MeetEngine } from '@ringbinder/sfu';
import { conflict, preconditionFailed, unavailable } from '../../errors.ts';
import type { HeldRecording } from '../meet-recordings/index.ts';

/** How long the engine may take to write what it holds: LiveKit gives up after 40 s by itself. */
const WRITE_MS = 45_000;

export interface RoomRecording {
  /** From when it is begun on: who comes in meanwhile hears of it, and all hear when it comes to nothing. */
  readonly isOn: boolean;
  /** Begins one. Throws conflict when one goes on, precondition failed where the server cannot. */
  start(by: { userId: string }): Promise<void>;
  /** Ends it: it is composed from then on. Throws precondition failed when none goes on. */
  stop(): Promise<void>;
  close(): Promise<void>;
  /** Notes who joined, and who shared a screen. */
  mark(type: 'joined' | 'shared', name: string): void;
  /** The media process has written everything. */
  written(): void;
  /** The media process has started anew: what it recorded goes on. */
  engineStarted(): void;
}

export interface RoomRecordingServices {
  engine: MeetEngine;
  engineKey: string;
  now(): number;
  begin(by: { userId: string }): Promise<HeldRecording>;
  /** It is on now, or no longer. */
  onChange(isOn: boolean): void;
}

export function createRoomRecording(parts: RoomRecordingServices): RoomRecording {
  const { engine, engineKey } = parts;
  let held: HeldRecording | undefined;
  let starting: Promise<void> | undefined;
  let written: (() => void) | undefined;

  const record = ({ folder, startedAt }: HeldRecording) =>
    engine.send({ type: 'record', meet: engineKey, folder, elapsedMs: parts.now() - startedAt });

  /** Resolves when all is in the files; a process that has died has written what it could. */
  function writeAll(): Promise<void> {
    if (!engine.isRunning) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, WRITE_MS);
      written = () => {
        clearTimeout(timer);
        resolve();
      };
      engine.send({ type: 'stop_recording', meet: engineKey });
    });
  }

  async function begin(by: { userId: string }): Promise<void> {
    try {
      held = await parts.begin(by);
      record(held);
    } finally {
      starting = undefined;
      parts.onChange(held !== undefined);
    }
  }

  async function close(): Promise<void> {
    await starting?.catch(() => undefined);
    const ended = held;
    if (ended === undefined) return;
    held = undefined;
    parts.onChange(false);
    // How long it takes to write is no part of it.
    const at = parts.now();
    await writeAll();
    await ended.end(at);
  }

  return {
    get isOn() {
      return held !== undefined || starting !== undefined;
    },
    async start(by) {
      if (held || starting) throw conflict('the meet is recorded already');
      if (!engine.isRunning) throw unavailable('the media process is starting: try again in a moment', 1);
      if (engine.recordingProblem !== undefined) throw preconditionFailed(engine.recordingProblem);
      starting = begin(by);
      await starting;
    },
    async stop() {
      await starting?.catch(() => undefined);
      if (held === undefined) throw preconditionFailed('the meet is not recorded');
      await held.stop();
      await close();
    },
    close,
    mark: (type, name) => held?.mark(type, name),
    written: () => written?.(),
    engineStarted() {
      written?.();
      if (held) record(held);
    },
  };
}
