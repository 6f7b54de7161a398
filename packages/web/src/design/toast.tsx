import { signal } from '@preact/signals';

const SHOWN_MS = 6_000;
const toasts = signal<{ id: number; message: string }[]>([]);
let last = 0;

/** Says shortly that something was done; read out to who cannot see it. */
export function toast(message: string): void {
  last += 1;
  const id = last;
  toasts.value = [...toasts.value, { id, message }];
  setTimeout(() => {
    toasts.value = toasts.value.filter((each) => each.id !== id);
  }, SHOWN_MS);
}

/** Where toasts appear: once in a page, there before the first one, as what reads pages out asks for. */
export function Toasts() {
  return (
    <div class="toasts" role="status" aria-live="polite">
      {toasts.value.map(({ id, message }) => (
        <div class="toast" key={id}>
          {message}
        </div>
      ))}
    </div>
  );
}
