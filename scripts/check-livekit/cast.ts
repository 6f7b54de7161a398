import type { EngineEvent, MeetEngine } from '@ringbinder/sfu';

export type Access = Pick<Extract<EngineEvent, { type: 'access' }>, 'url' | 'room' | 'token'>;

export interface Person {
  enter(access: Access): Promise<void>;
  isConnected(): Promise<boolean>;
  publish(): Promise<void>;
  /** Returns the number of received frames and the width of the last in pixels, or zeros. */
  pictureOf(person: string): Promise<{ frames: number; width: number }>;
  levelOf(person: string): Promise<number | undefined>;
  show(person: string, layer: 'high' | 'low'): Promise<void>;
}

export interface Setup {
  engine: MeetEngine;
  /** @param onFrame called with the type of each frame that our client sends */
  open(onFrame: (type: string) => void): Promise<Person>;
  recordings: string | undefined;
  /** Maximum time of an observation, in milliseconds. */
  timeoutMs: number;
  recordedMs: number;
}

export interface Cast extends Setup {
  meet: string;
  ada: Person;
  ben: Person;
  accessOfAda(): Access | undefined;
  recordingFailures: string[];
  eventually<T>(what: string, read: () => Promise<T> | T): Promise<NonNullable<T>>;
}

const PAUSE_MS = 100;

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
