import { signal } from '@preact/signals';

const VISIBLE_MS = 6_000;
/** A dialog that opens later must not repeat an announcement. */
const ANNOUNCED_MS = 1_000;
type Live = 'polite' | 'assertive' | 'off';

export const current = signal<{ message: string; live: Live } | undefined>(undefined);
export const announced = signal<{ sentence: string } | undefined>(undefined);

/**
 * Shows a short message, replacing the last one, and announces it.
 * @param live off for a message that was announced before
 */
export function toast(message: string, live: Live = 'polite'): void {
  const one = { message, live };
  current.value = one;
  setTimeout(() => {
    if (current.value === one) current.value = undefined;
  }, VISIBLE_MS);
}

/** Shows an error, and announces it at once. */
export const toastError = (message: string): void => toast(message, 'assertive');

/** Announces a sentence to screen readers only. */
export function announce(sentence: string): void {
  const one = { sentence };
  announced.value = one;
  setTimeout(() => {
    if (announced.value === one) announced.value = undefined;
  }, ANNOUNCED_MS);
}
