import type { EngineEvent, MeetEngine } from '@ringbinder/sfu';

/** How to enter a room: what the engine sends to a participant. */
export type Access = Pick<Extract<EngineEvent, { type: 'access' }>, 'url' | 'room' | 'token'>;

/** Somebody in the room, with a camera and a microphone. */
export interface Person {
  /** Resolves when connected. Rejects with the reason when that fails. */
  enter(access: Access): Promise<void>;
  isConnected(): Promise<boolean>;
  /** Sends camera and microphone. */
  publish(): Promise<void>;
  /** The camera of another person as received: frames so far, and the width of the last one in pixels; zeros for none. */
  pictureOf(person: string): Promise<{ frames: number; width: number }>;
  /** How loud another person is received, 0 to 1; undefined when their microphone is not received. */
  levelOf(person: string): Promise<number | undefined>;
  /** Asks for a large or a small picture. */
  show(person: string, layer: 'high' | 'low'): Promise<void>;
}

/** What the check works with. */
export interface Setup {
  engine: MeetEngine;
  /** @param onFrame receives the frames that the product's client sends on the channel of the meet */
  open(onFrame: (type: string) => void): Promise<Person>;
  /** Directory of recordings on this machine; undefined when LiveKit records nothing. */
  recordings: string | undefined;
  /** How long each observation may take, in milliseconds. */
  patienceMs: number;
  /** How long is recorded, in milliseconds. */
  recordedMs: number;
}

/** Ada sends, Ben receives, and the engine decides what they may do. */
export interface Cast extends Setup {
  meet: string;
  ada: Person;
  ben: Person;
  /** What the engine sent to Ada last. */
  accessOfAda(): Access | undefined;
  /** What went wrong with recordings. */
  recordingFailures: string[];
  /** Waits until something is true. Throws with `what` after `patienceMs`. */
  eventually<T>(what: string, read: () => Promise<T> | T): Promise<NonNullable<T>>;
}

const PAUSE_MS = 100;

/** Lets Ada and Ben into a room of their own. Rejects with the reason when one of them cannot connect. */
export async function assemble(setup: Setup): Promise<Cast> {
  const { engine, open, patienceMs } = setup;
  const meet = `check-${Date.now().toString(36)}`;
  const accesses = new Map<string, Access>();
  const recordingFailures: string[] = [];
  engine.onEvent((event) => {
    if (event.type === 'access') accesses.set(event.participant, event);
    if (event.type === 'recording_failed') recordingFailures.push(event.message);
  });
  const eventually: Cast['eventually'] = async (what, read) => {
    const end = performance.now() + patienceMs;
    for (;;) {
      const value = await read();
      if (value) return value;
      if (performance.now() > end) throw new Error(`${what} (waited ${patienceMs / 1_000} s)`);
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
