import { useState } from 'preact/hooks';
import { announced, current } from './toast.tsx';

/**
 * The live region for toasts and announcements. Screen readers need it before the first one. A key renews the element, so that the
 * same words are announced again. Another region has announced the messages that are older.
 */
export function Toasts() {
  const [since] = useState(() => performance.now());
  const { value: shown } = current;
  const live = shown && (shown.since < since ? 'off' : shown.live);
  return (
    <div class="toasts" role="status" aria-atomic="false">
      {shown && (
        <div
          class="toast"
          role={live === 'assertive' ? 'alert' : undefined}
          aria-live={live === 'off' ? 'off' : undefined}
          key={shown.since}
        >
          {shown.message}
        </div>
      )}
      {announced.value.map(
        (each) =>
          each.since >= since && (
            <span class="hidden-visually" role={each.live === 'assertive' ? 'alert' : undefined} key={each}>
              {each.message}
            </span>
          ),
      )}
    </div>
  );
}
