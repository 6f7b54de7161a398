import { signal } from '@preact/signals';

const SHOWN_MS = 5_000;
const toasts = signal<{ id: number; message: string }[]>([]);
let last = 0;

/** Says shortly that something was done. */
export function toast(message: string): void {
  last += 1;
  const id = last;
  toasts.value = [...toasts.value, { id, message }];
  setTimeout(() => {
    toasts.value = toasts.value.filter((each) => each.id !== id);
  }, SHOWN_MS);
}

/** Where toasts appear: once in a page. */
export function Toasts() {
  return (
    <div class="toasts" role="status">
      {toasts.value.map(({ id, message }) => (
        <div class="toast" key={id}>
          {message}
        </div>
      ))}
    </div>
  );
}
