import { signal } from '@preact/signals';

/** During the delay, a closed dialog is removed, and screen readers notice the live region of a new one. */
const DELAY_MS = 100;
const VISIBLE_MS = 6_000;
const ANNOUNCED_MS = 1_000;
type Live = 'polite' | 'assertive' | 'off';

interface Message {
  message: string;
  live: Live;
  since: number;
}

export const current = signal<Message | undefined>(undefined);
export const announced = signal<readonly Message[]>([]);

export const regionMounted = Promise.withResolvers<void>();
const schedule = (work: () => void) => regionMounted.promise.then(() => setTimeout(work, DELAY_MS));

/** @param live is `off` if the message was already announced */
export function toast(message: string, live: Live = 'polite'): void {
  schedule(() => {
    const one: Message = { message, live, since: performance.now() };
    current.value = one;
    const change = (next?: Message) => () => {
      if (current.value?.since === one.since) current.value = next;
    };
    setTimeout(change({ ...one, live: 'off' }), ANNOUNCED_MS);
    import('./pausable-timer.ts').then(
      ({ startPausableTimer }) => startPausableTimer(VISIBLE_MS, '.toast', change()),
      () => setTimeout(change(), VISIBLE_MS),
    );
  });
}

export const toastError = (message: string): void => toast(message, 'assertive');

/** Announces a message only to screen readers, even if its part of the page disappears. */
export function announce(message: string, live: Live = 'polite'): void {
  schedule(() => {
    const one: Message = { message, live, since: performance.now() };
    announced.value = [...announced.value, one];
    setTimeout(() => {
      announced.value = announced.value.filter((each) => each !== one);
    }, ANNOUNCED_MS);
  });
}
