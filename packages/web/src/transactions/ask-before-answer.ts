import { storedValue } from '../stored-value.ts';

const asks = storedValue('ask-before-answer');

export const asksBeforeAnswer = (): boolean => asks.read() === true;

export const setAskBeforeAnswer = (isOn: boolean): void => asks.write(isOn || undefined);
