import { effect } from '@preact/signals';
import { address } from '../address.ts';
import { toastError } from '../design/toast.tsx';
import { redirect } from '../router.ts';
import { install as words } from '../strings/messages/install.ts';
import type { AppContext } from '../timeline/context.ts';
import { dialog } from '../timeline/dialog-state.ts';
import { sharedFiles } from './shared-files.ts';
import { removeUser, storeList, storeUser } from './stored-app.ts';

/** Minimum interval between writes, because the list changes with every message. */
const STORE_EVERY_MS = 1_000;

export function startInstalled(app: AppContext): void {
  followUser(app);
  followList(app);
  void openLaunched(app);
}

function followUser({ boot, connection }: AppContext): void {
  // A page that started offline does not know whether its user is still signed in.
  if (document.querySelector('#sign-out')) void storeUser(boot).catch(() => undefined);
  effect(() => {
    const { status } = connection.value;
    if (status !== 'signed_out') return;
    void removeUser(boot).catch(() => undefined);
    void navigator.clearAppBadge?.().catch(() => undefined);
    void leaveIfDisabled(boot);
  });
}

/** The page for signing in states the reason and removes the stored data. After an ended session, drafts stay. */
async function leaveIfDisabled({ base, root }: AppContext['boot']): Promise<void> {
  const answer = await fetch(`${base}/session-token`, { method: 'POST' }).catch(() => undefined);
  if (answer?.status !== 403) return;
  addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), { capture: true });
  location.replace(`${root}/sign-in`);
}

function followList({ boot, channel }: AppContext): void {
  const list = channel.binders();
  let isDue = false;
  const store = () => {
    isDue = false;
    const { cards, categories = [] } = list;
    // Without storage, the app cannot start offline.
    if (cards) void storeList(boot, { cards, categories }).catch(() => undefined);
  };
  const later = () => {
    if (!isDue) setTimeout(store, STORE_EVERY_MS);
    isDue = true;
  };
  list.onChange(later);
  later();
}

async function openLaunched({ boot }: AppContext): Promise<void> {
  const query = new URLSearchParams(address.peek().query);
  if (query.has('shared') || query.has('new') || query.has('settings')) redirect(address.peek().path);
  if (query.has('new')) dialog.value = { kind: 'new-direct' };
  if (query.has('settings')) dialog.value = { kind: 'notification-settings' };
  if (query.get('shared') === 'failed') toastError(words.shareFailed);
  const files = await sharedFiles(boot.root)
    .files(boot.user.id)
    .catch(() => []);
  if (files.length > 0) dialog.value = { kind: 'share', files };
}
