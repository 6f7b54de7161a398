import { signal } from '@preact/signals';

const VISIBLE_MS = 6_000;
const current = signal<{ message: string } | undefined>(undefined);

/** Shows a short message, replacing the last one, and announces it. */
export function toast(message: string): void {
  const one = { message };
  current.value = one;
  setTimeout(() => {
    if (current.value === one) current.value = undefined;
  }, VISIBLE_MS);
}

/** The live region for toasts. Screen readers need it before the first toast. */
export function Toasts() {
  return (
    <div class="toasts" role="status" aria-live="polite">
      {current.value && <div class="toast">{current.value.message}</div>}
    </div>
  );
}
