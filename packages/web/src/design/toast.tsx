import { signal } from '@preact/signals';

const SHOWN_MS = 6_000;
const shown = signal<{ message: string } | undefined>(undefined);

/** Shows a short message, replacing the last one, and announces it. */
export function toast(message: string): void {
  const one = { message };
  shown.value = one;
  setTimeout(() => {
    if (shown.value === one) shown.value = undefined;
  }, SHOWN_MS);
}

/** The live region for toasts. Screen readers need it before the first toast. */
export function Toasts() {
  return (
    <div class="toasts" role="status" aria-live="polite">
      {shown.value && <div class="toast">{shown.value.message}</div>}
    </div>
  );
}
