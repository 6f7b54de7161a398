import { storedValue } from '../stored-value.ts';

const stored = storedValue('ringbinder-single-keys');
const { dataset } = document.documentElement;

/** This device's setting for shortcuts without Ctrl or Alt. */
export const hasSingleKeys = (): boolean => dataset.singleKeys === undefined;

export function setSingleKeys(isOn: boolean): void {
  stored.write(isOn ? undefined : false);
  applySingleKeys();
}

export function applySingleKeys(): void {
  if (stored.read() === false) dataset.singleKeys = 'off';
  else delete dataset.singleKeys;
}
