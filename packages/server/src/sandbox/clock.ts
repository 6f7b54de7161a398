import type { Clock } from '../time/clock.ts';

export interface ClockState {
  offset: number;
  frozen_at: number | null;
  /** True while a call moves or resets the clock. `frozen_at` is then temporary. */
  is_held: boolean;
}

export interface SandboxClock extends Required<Clock> {
  state(): ClockState;
  assume(state: ClockState): void;
}

export const unmoved: ClockState = { offset: 0, frozen_at: null, is_held: false };

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
