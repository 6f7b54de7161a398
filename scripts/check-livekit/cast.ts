import type { EngineEvent, MeetEngine } from '@ringbinder/sfu';

export type Access = Pick<Extract<EngineEvent, { type: 'access' }>, 'url' | 'room' | 'token'>;

export interface Person {
  /** Rejects with the reason. */
  enter(access: Access): Promise<void>;
  isConnected(): Promise<boolean>;
  /** Publishes camera and microphone. */
  publish(): Promise<void>;
  /** Frames received so far, and the last one's width in pixels; zeros for none. */
  pictureOf(person: string): Promise<{ frames: number; width: number }>;
  /** 0 to 1; undefined if not received. */
  levelOf(person: string): Promise<number | undefined>;
  /** Requests a large or small picture. */
  show(person: string, layer: 'high' | 'low'): Promise<void>;
}

/** The check's configuration. */
export interface Setup {
  engine: MeetEngine;
  /** @param onFrame frames of the product's client */
  open(onFrame: (type: string) => void): Promise<Person>;
  /** Undefined if LiveKit does not record. */
  recordings: string | undefined;
  /** Per observation, in milliseconds. */
  timeoutMs: number;
  /** Milliseconds. */
  recordedMs: number;
}

/** The engine sets permissions. */
export interface Cast extends Setup {
  meet: string;
  ada: Person;
  ben: Person;
  accessOfAda(): Access | undefined;
  /** Recording errors. */
  recordingFailures: string[];
  /** Throws with `what` after `timeoutMs`. */
  eventually<T>(what: string, read: () => Promise<T> | T): Promise<NonNullable<T>>;
}

const PAUSE_MS = 100;

/** In a new room. Rejects with the reason. */
export async function assemble(setup: Setup): Promise<Cast> {
  const { engine, open, timeoutMs } = setup;
  const meet = `check-${Date.now().toString(36)}`;
  const accesses = new Map<string, Access>();
  const recordingFailures: string[] = [];
  engine.onEvent((event) => {
    if (event.type === 'access') accesses.set(event.participant, event);
    if (event.type === 'recording_failed') recordingFailures.push(event.message);
  });
  const eventually: Cast['eventually'] = async (what, read) => {
    const end = performance.now() + timeoutMs;
    for (;;) {
      const value = await read();
      if (value) return value;
      if (performance.now() > end) throw new Error(`${what} (waited ${timeoutMs / 1_000} s)`);
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  };
  const enter = async (participant: string) => {
    const person = await open((type) => {
      if (type === 'changed' || type === 'restart') engine.send({ type, meet, participant });
    });
    engine.send({ type: 'join', meet, participant });
    await person.enter(await eventually('LiveKit created no room', () => accesses.get(participant)));
    return person;
  };
  const [ada, ben] = [await enter('ada'), await enter('ben')];
  const accessOfAda = () => accesses.get('ada');
  return { ...setup, meet, ada, ben, accessOfAda, recordingFailures, eventually };
}
