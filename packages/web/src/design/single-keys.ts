import { storedValue } from '../stored-value.ts';

const stored = storedValue('ringbinder-single-keys');

/** Whether a key without Ctrl or Alt is a shortcut. A setting of this device, on by default. */
export const hasSingleKeys = (): boolean => stored.read() !== false;

export function setSingleKeys(isOn: boolean): void {
  stored.write(isOn ? undefined : false);
}
