import { setImmediate as nextTurn } from 'node:timers/promises';

/** A turn of the event loop so short that hardly anybody can have connected since its end. */
const QUIET_TURN_MS = 1;
const MAX_WAIT_MS = 500;

/** Resolves after a turn in which there was little to do, where one comes soon: sockets were just looked at. */
export async function idleIteration(): Promise<void> {
  const deadline = performance.now() + MAX_WAIT_MS;
  for (let begun = 0; performance.now() - begun > QUIET_TURN_MS && begun < deadline; ) {
    begun = performance.now();
    await nextTurn();
  }
}
