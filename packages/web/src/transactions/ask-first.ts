import { storedValue } from '../stored-value.ts';

/** Whether this browser asks before it sends an answer, since nobody can take one back. */
const asks = storedValue('ask-before-answer');

export const asksFirst = (): boolean => asks.read() === true;

export const setAsksFirst = (isWanted: boolean): void => asks.write(isWanted || undefined);
