import { useEffect } from 'preact/hooks';
import { formatNumber } from '../design/format.ts';
import { Glyph } from '../design/glyph.tsx';
import { navigate } from '../router.ts';
import { account as words } from '../strings/messages/account.ts';
import type { AppContext } from '../timeline/context.ts';
import { dialog } from '../timeline/dialog-state.ts';
import { renewPush } from './push.ts';
import { type NotificationStore, notificationStore } from './store.ts';

export function createBell(app: AppContext) {
  navigator.serviceWorker?.addEventListener('message', ({ data }) => {
    if (typeof data?.open !== 'string') return;
    const { pathname, search } = new URL(data.open, location.href);
    navigate(pathname + search);
  });
  void renewPush(app);
  return <Bell store={notificationStore(app)} />;
}

function Bell({ store }: { store: NotificationStore }) {
  useEffect(() => void store.load(), [store]);
  const { value: unread } = store.unread;
  return (
    <button
      type="button"
      class="profile bell"
      aria-haspopup="dialog"
      onClick={() => {
        dialog.value = { kind: 'notifications' };
      }}
    >
      <Glyph name="bell" />
      {unread > 0 && (
        <span class="count" aria-hidden="true">
          {formatNumber(unread)}
        </span>
      )}
      <span class="hidden-visually">{words.bell(unread)}</span>
    </button>
  );
}
