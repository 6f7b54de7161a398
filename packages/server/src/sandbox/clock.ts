import type { Clock } from '../time/clock.ts';

/** Where the clock of a sandbox stands. Times in milliseconds. */
export interface ClockState {
  /** How far it is ahead of the machine's while it runs. */
  offset: number;
  /** The time at which it stands; null: it runs. */
  frozen_at: number | null;
  /** It stands only while a call moves it. */
  is_held: boolean;
}

/** The clock of a sandbox: the machine's, until it is moved. */
export interface SandboxClock extends Required<Clock> {
  state(): ClockState;
  /** Takes over a state, its own or that of another process. */
  assume(state: ClockState): void;
}

/** Of a clock that nobody has moved. */
export const unmoved: ClockState = { offset: 0, frozen_at: null, is_held: false };

/** @param machine what it is measured against */
export function createSandboxClock(machine: Clock): SandboxClock {
  const listeners = new Set<() => void>();
  let current = unmoved;
  return {
    now: () => current.frozen_at ?? machine.now() + current.offset,
    machineNow: () => machine.now(),
    state: () => current,
    assume(state) {
      const { offset, frozen_at } = current;
      current = state;
      if (state.offset === offset && state.frozen_at === frozen_at) return;
      for (const listener of listeners) listener();
    },
    onMove(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
