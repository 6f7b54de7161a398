import { storedValue } from '../stored-value.ts';

const asks = storedValue('ask-before-answer');

export const asksFirst = (): boolean => asks.read() === true;

export const setAsksFirst = (isOn: boolean): void => asks.write(isOn || undefined);
