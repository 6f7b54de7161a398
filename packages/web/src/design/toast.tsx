import { signal } from '@preact/signals';

const SHOWN_MS = 6_000;
const shown = signal<{ message: string } | undefined>(undefined);

/** Says shortly that something was done, in the place of what was said before; read out to who cannot see it. */
export function toast(message: string): void {
  const one = { message };
  shown.value = one;
  setTimeout(() => {
    if (shown.value === one) shown.value = undefined;
  }, SHOWN_MS);
}

/** Where toasts appear: once in a page, there before the first one, as what reads pages out asks for. */
export function Toasts() {
  return (
    <div class="toasts" role="status" aria-live="polite">
      {shown.value && <div class="toast">{shown.value.message}</div>}
    </div>
  );
}
