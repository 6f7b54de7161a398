import { readerOfPage } from '../design/reader.ts';
import { storedValue } from '../stored-value.ts';

const stored = storedValue(`ringbinder-last-binder ${readerOfPage().id ?? ''}`);

export function readLastBinder(): string | undefined {
  const binderId = stored.read();
  return typeof binderId === 'string' ? binderId : undefined;
}

export const storeLastBinder = (binderId: string): void => stored.write(binderId);

export function forgetLastBinder(binderId: string): void {
  if (readLastBinder() === binderId) stored.write(undefined);
}
