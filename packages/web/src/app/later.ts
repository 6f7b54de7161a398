import { effect, type ReadonlySignal } from '@preact/signals';
import type { Realtime, Replica } from '@ringbinder/client';
import type { BinderCard } from '@ringbinder/protocol';
import { address } from '../address.ts';
import { toast } from '../design/toast.tsx';
import type { AppContext } from '../timeline/context.ts';
import { meetOf } from './meet-path.ts';
import { notifyOfNewMessages } from './notifications.ts';
import { listenForShortcuts } from './shortcuts.ts';

/** By then what was asked for is drawn. */
const PRELOAD_AFTER_MS = 4_000;
const RESUME_AFTER_MS = 1_500;
/** By then what the first page needs is read. */
const WARM_AFTER_MS = 1_500;

/** What is loaded when it is needed; or before, so that it opens at once, and without a connection, too. */
const REST: readonly (() => Promise<unknown>)[] = [
  () => import('./binder-view.tsx'),
  () => import('../chat/index.tsx'),
  () => import('../timeline/menus.tsx'),
  () => import('../timeline/dialogs.tsx'),
  () => import('./find.tsx'),
  () => import('./profile-menu.tsx'),
  () => import('../todos/index.tsx'),
  () => import('../transactions/index.tsx'),
  () => import('../meets/index.tsx'),
  () => import('../members/index.tsx'),
  () => import('../pages/index.tsx'),
  () => import('../viewer/index.tsx'),
  () => import('./shortcut-sheet.tsx'),
  () => import('./clip.tsx'),
  () => import('./meet.tsx'),
];

/** Where the page after signing out tells the other tabs who did. */
const SIGNED_OUT = 'ringbinder-signed-out';

/** Begins what the app does beside drawing: shortcuts, and telling of what is new. @param say reads a sentence out */
export function beginLater(app: AppContext, say: (sentence: string) => void): void {
  addEventListener('storage', ({ key, newValue }) => {
    if (key === SIGNED_OUT && newValue === app.boot.user.id) leave(app);
  });
  listenForShortcuts(app);
  followMeets(app);
  notifyOfNewMessages(app, say);
  setTimeout(() => void resumeUploads(app), RESUME_AFTER_MS);
  setTimeout(() => {
    if (app.warm) app.warm.ids = keepWarm(app.channel, app.cards);
  }, WARM_AFTER_MS);
  if (!savesData()) setTimeout(() => void preload(), PRELOAD_AFTER_MS);
  app.connection.subscribe(({ status }) => {
    if (status === 'online') void sendDrawings(app);
  });
}

/** Sends what was drawn without a connection by tabs that are gone, whatever is shown here. */
async function sendDrawings({ client, connection, boot }: AppContext): Promise<void> {
  const viewer = await import('../viewer/index.tsx').catch(() => undefined);
  await viewer?.sendLeftChanges({ client, connection, onRefused: toast }, boot.user.id);
}

/** Somebody signed out in another tab. */
function leave({ boot }: AppContext): void {
  sessionStorage.clear();
  // Whoever is signed out can save nothing: asking whether to leave would only keep what is to be removed.
  addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), { capture: true });
  location.assign(`${boot.root}/sign-in`);
}

/** Goes on with large files that were on their way when the last tab was closed. */
async function resumeUploads({ client, boot }: AppContext): Promise<void> {
  const uploads = await import('../pages/index.tsx').catch(() => undefined);
  await uploads?.resumeUploads({ client, me: boot.user });
}

/** Whether the reader has asked the browser to load less. */
const savesData = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

/** One after the other, in no hurry. What cannot be fetched now is fetched when it is needed. */
async function preload(): Promise<void> {
  for (const load of REST) await load().catch(() => undefined);
}

/** Opens the meet that the address names, over the app. What draws meets is loaded with the first one. */
function followMeets(app: AppContext): void {
  effect(() => {
    const named = meetOf(app.boot.root, address.value.path);
    if (named) void import('./meet.tsx').then(({ openMeet }) => openMeet(app, named));
  });
}

/** So many of the binders that changed last are held as replicas: they open at once, and tell who writes and who is here. */
const MAX_WARM = 12;
/** Keeps the binders that changed last at hand. Gives those that are followed so. */
function keepWarm(
  channel: Realtime,
  cards: ReadonlySignal<readonly BinderCard[] | undefined>,
): () => readonly string[] {
  const warm = new Map<string, Replica>();
  effect(() => {
    const wanted = new Set(cards.value?.slice(0, MAX_WARM).map(({ binder }) => binder.id));
    for (const [id, replica] of warm) {
      if (wanted.has(id)) continue;
      replica.close();
      warm.delete(id);
    }
    for (const id of wanted) if (!warm.has(id)) warm.set(id, channel.subscribe(id));
  });
  return () => [...warm.keys()];
}
