import { Glyph } from '../design/glyph.tsx';
import { toastError } from '../design/toast.tsx';
import { isAsking, setNotifications } from '../notifications/browser-settings.ts';
import { notify as words } from '../strings/messages/notify.ts';

export function NotificationLine() {
  if (!isAsking.value) return null;
  const decide = async (isOn: boolean) => {
    const isGranted = await setNotifications(isOn);
    if (isOn && !isGranted) toastError(words.blocked);
  };
  return (
    <section class="notification-line" aria-label={words.label}>
      <Glyph name="bell" />
      <p>{words.question}</p>
      <div>
        <button type="button" class="button compact primary" onClick={() => void decide(true)}>
          {words.yes}
        </button>
        <button type="button" class="button compact quiet" onClick={() => void decide(false)}>
          {words.no}
        </button>
      </div>
    </section>
  );
}
