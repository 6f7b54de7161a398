import { announced, current } from './toast.tsx';

/**
 * The live region for toasts and announcements. Screen readers need it before the first one. A key renews the element, so that the
 * same words are announced again.
 */
export function Toasts() {
  const { value: shown } = current;
  const { value: spoken } = announced;
  return (
    <div class="toasts" role="status" aria-atomic="false">
      {shown && (
        <div
          class="toast"
          role={shown.live === 'assertive' ? 'alert' : undefined}
          aria-live={shown.live === 'off' ? 'off' : undefined}
          key={shown}
        >
          {shown.message}
        </div>
      )}
      {spoken && (
        <span class="hidden-visually" key={spoken}>
          {spoken.sentence}
        </span>
      )}
    </div>
  );
}
