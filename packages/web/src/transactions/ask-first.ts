import { storedValue } from '../stored-value.ts';

/** True if this browser asks for confirmation before it sends a final answer. */
const asks = storedValue('ask-before-answer');

export const asksFirst = (): boolean => asks.read() === true;

export const setAsksFirst = (isOn: boolean): void => asks.write(isOn || undefined);
