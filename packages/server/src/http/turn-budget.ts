import type { CallClass } from '../call-class.ts';

/** How long calls are taken in one turn of the event loop. Accepted ones need a few turns, and are to stay below 1 s. */
const TURN_BUDGET_MS = 50;
/** A turn that is long with fewer calls is a slow one, and not one of too many. */
const MIN_CALLS_IN_TURN = 200;
/** So many calls of each class are taken whatever the others have used up: a flood of one shuts out no other. */
const CLASS_SHARE = 20;
/** And so many of each address, of so many addresses: a flood from one shuts out no other of the same class. */
const ADDRESS_SHARE = 2;
const MAX_ADDRESSES_BEYOND = 50;

/** Tells whether a call is taken in this turn of the event loop. */
export type TurnBudget = (callClass: CallClass, address: string) => boolean;

/**
 * Takes calls for a twentieth of a second in each turn of the event loop; after that only those of a class, or of an address,
 * that has had less than its share of this turn. What is counted is forgotten with the turn.
 */
export function createTurnBudget(): TurnBudget {
  let begun = 0;
  let calls = 0;
  let beyond = 0;
  const ofClass = new Map<CallClass, number>();
  const ofAddress = new Map<string, number>();
  const endTurn = () => {
    calls = 0;
    beyond = 0;
    ofClass.clear();
    ofAddress.clear();
  };
  return (callClass, address) => {
    if (calls === 0) {
      begun = performance.now();
      setImmediate(endTurn);
    }
    calls++;
    const key = `${callClass} ${address}`;
    const taken = ofClass.get(callClass) ?? 0;
    const takenOfAddress = ofAddress.get(key) ?? 0;
    const isOver = calls > MIN_CALLS_IN_TURN && performance.now() - begun > TURN_BUDGET_MS;
    if (isOver && taken >= CLASS_SHARE) {
      if (takenOfAddress >= ADDRESS_SHARE || beyond >= MAX_ADDRESSES_BEYOND) return false;
      beyond++;
    }
    ofClass.set(callClass, taken + 1);
    ofAddress.set(key, takenOfAddress + 1);
    return true;
  };
}
