import { useEffect, useState } from 'preact/hooks';
import { announced, current, regionMounted } from './toast.tsx';

/**
 * Screen readers announce a text only if the live region existed before. A new key repeats an equal text.
 * An earlier region has announced the messages that are older than this one.
 */
export function Toasts() {
  const [since] = useState(() => performance.now());
  useEffect(regionMounted.resolve, []);
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
