import { effect } from '@preact/signals';
import { address } from '../address.ts';
import { redirect } from '../router.ts';
import type { AppContext } from '../timeline/context.ts';
import { dialog } from '../timeline/dialog-state.ts';
import { sharedFiles } from './shared-files.ts';
import { removeUser, storeList, storeUser } from './stored-app.ts';

/** The list changes with every message, and is not stored more often than this. */
const STORE_EVERY_MS = 1_000;

/** Stores what the app needs to start without a connection, and opens what launched it. */
export function startInstalled(app: AppContext): void {
  followUser(app);
  followList(app);
  void openLaunched(app);
}

/** A session that has ended opens nothing any more, also without a connection. */
function followUser({ boot, connection }: AppContext): void {
  effect(() => {
    const { status } = connection.value;
    if (status === 'online') void storeUser(boot).catch(() => undefined);
    if (status !== 'signed_out') return;
    void removeUser(boot).catch(() => undefined);
    void navigator.clearAppBadge?.().catch(() => undefined);
  });
}

function followList({ boot, channel }: AppContext): void {
  const list = channel.binders();
  let isDue = false;
  const store = () => {
    isDue = false;
    const { cards, categories = [] } = list;
    // Without storage, the app needs a connection to start.
    if (cards) void storeList(boot, { cards, categories }).catch(() => undefined);
  };
  const later = () => {
    if (!isDue) setTimeout(store, STORE_EVERY_MS);
    isDue = true;
  };
  list.onChange(later);
  later();
}

/** Opens the dialog of a shortcut or of a share, which the query of the address names. */
async function openLaunched({ boot }: AppContext): Promise<void> {
  const query = new URLSearchParams(address.peek().query);
  const shared = sharedFiles(boot.root);
  if (!query.has('shared')) await shared.removeOld().catch(() => undefined);
  if (!query.has('shared') && !query.has('new')) return;
  redirect(address.peek().path);
  if (query.has('new')) dialog.value = { kind: 'new-direct' };
  const files = await shared.files().catch(() => []);
  if (query.has('shared') && files.length > 0) dialog.value = { kind: 'share', files };
}
