import type { MeetEngine } from '@ringbinder/sfu';
import { because, conflict, preconditionFailed, unavailable, withDetails } from '../../errors.ts';
import type { LeasedRecording } from '../meet-recordings/index.ts';

/** LiveKit stops trying to write the files after 40 s. */
const WRITE_MS = 45_000;

export interface RoomRecording {
  /** True as soon as a start is requested, so that members who join before the start see it. */
  readonly isOn: boolean;
  start(by: { userId: string }): Promise<void>;
  stop(): Promise<void>;
  close(): Promise<void>;
  mark(type: 'joined' | 'shared', name: string): void;
  written(): void;
  engineStarted(): void;
}

export interface RoomRecordingServices {
  engine: MeetEngine;
  engineKey: string;
  now(): number;
  begin(by: { userId: string }): Promise<LeasedRecording>;
  onChange(isOn: boolean): void;
}

export function createRoomRecording(parts: RoomRecordingServices): RoomRecording {
  const { engine, engineKey } = parts;
  let recording: LeasedRecording | undefined;
  let starting: Promise<void> | undefined;
  let ending: Promise<void> | undefined;
  let written: (() => void) | undefined;

  const record = ({ folder, startedAt }: LeasedRecording) =>
    engine.send({ type: 'record', meet: engineKey, folder, elapsedMs: parts.now() - startedAt });

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
      await ending?.catch(() => undefined);
      recording = await parts.begin(by);
      record(recording);
    } finally {
      starting = undefined;
      parts.onChange(recording !== undefined);
    }
  }

  async function close(): Promise<void> {
    await starting?.catch(() => undefined);
    const ended = recording;
    if (ended === undefined) return;
    recording = undefined;
    parts.onChange(false);
    ending = end(ended);
    await ending;
  }

  async function end(ended: LeasedRecording): Promise<void> {
    // The time for writing is not part of the recording.
    const at = parts.now();
    await writeAll();
    await ended.end(at);
  }

  return {
    get isOn() {
      return recording !== undefined || starting !== undefined;
    },
    async start(by) {
      if (recording || starting) throw conflict(because('recording_already'));
      if (!engine.isRunning)
        throw unavailable(
          withDetails(because('unavailable'), 'the media process is starting: try again in a moment'),
          1,
        );
      if (engine.recordingProblem !== undefined) throw preconditionFailed(engine.recordingProblem);
      starting = begin(by);
      await starting;
    },
    async stop() {
      await starting?.catch(() => undefined);
      if (recording === undefined) throw preconditionFailed(because('recording_none'));
      await recording.stop();
      await close();
    },
    close,
    mark: (type, name) => recording?.mark(type, name),
    written: () => written?.(),
    engineStarted() {
      written?.();
      if (recording) record(recording);
    },
  };
}
