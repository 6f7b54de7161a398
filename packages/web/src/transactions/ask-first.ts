import { storedValue } from '../stored-value.ts';

/** Whether this browser asks before it sends a final answer. */
const asks = storedValue('ask-before-answer');

export const asksFirst = (): boolean => asks.read() === true;

export const setAsksFirst = (isWanted: boolean): void => asks.write(isWanted || undefined);
