import { storedValue } from '../stored-value.ts';

const asks = storedValue('ask-before-answer');

export const asksFirst = (): boolean => asks.read() === true;

export const setAsksFirst = (isWanted: boolean): void => asks.write(isWanted || undefined);
