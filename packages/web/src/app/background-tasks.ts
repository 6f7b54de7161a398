import { effect, type ReadonlySignal } from '@preact/signals';
import { type Realtime, type Replica, unwrap } from '@ringbinder/client';
import type { BinderCard } from '@ringbinder/protocol';
import { createElement } from 'preact';
import { address } from '../address.ts';
import { savesData } from '../design/data-saving.ts';
import { showHints } from '../design/hints.ts';
import { changeReader } from '../design/reader.ts';
import { toastError } from '../design/toast.tsx';
import { Toasts } from '../design/toasts.tsx';
import { isTouch } from '../design/touch.ts';
import { readersZoneName } from '../design/zone.ts';
import { meetOf } from '../meet-path.ts';
import { storedValue } from '../stored-value.ts';
import { withTexts } from '../strings/language.ts';
import type { AppContext } from '../timeline/context.ts';
import { storeLastBinder } from '../timeline/last-binder.ts';
import { ConnectionLine } from './connection-line.tsx';
import { notifyOfNewMessages } from './notifications.ts';
import { bell, belowList, connectionLine, homeBadge, profile, toasts } from './overlays.tsx';
import { Profile } from './profile.tsx';
import { listenForShortcuts } from './shortcuts.ts';

const PRELOAD_AFTER_MS = 4_000;
const WARM_AFTER_MS = 1_500;

const REST: readonly (() => Promise<unknown>)[] = [
  () => import('./binder-view.tsx'),
  () => import('../chat/in-binder.tsx'),
  () => import('../home/index.tsx'),
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
  () => import('../install/sign-out.ts'),
];

/** Storage key to which the sign-out page writes the user's id. */
const SIGNED_OUT = 'ringbinder-signed-out';

export function startBackgroundTasks(app: AppContext): void {
  addEventListener('storage', ({ key, newValue }) => {
    if (key === SIGNED_OUT && newValue === app.boot.user.id) leave(app);
  });
  connectionLine.value = createElement(ConnectionLine, {});
  profile.value = createElement(Profile, {});
  toasts.value = createElement(Toasts, {});
  listenForShortcuts(app);
  showHints();
  openCardsByPicture();
  followMeets(app);
  if (storedValue(`ringbinder-last-meet ${app.boot.user.id}`).read())
    void withTexts(import('./rejoin.tsx')).then(({ returnToMeet }) => returnToMeet(app));
  effect(() => {
    if (app.route.value.page === 'binder') storeLastBinder(app.route.value.binderId);
  });
  notifyOfNewMessages(app);
  setTimeout(() => {
    if (app.warm) app.warm.ids = keepReplicasWarm(app.channel, app.cards);
    void resumeUploads(app);
    void countForHome(app);
    sendZone(app);
    void install(app);
    if (isTouch) void offerInstall();
  }, WARM_AFTER_MS);
  setTimeout(() => void prepareForOffline(app), PRELOAD_AFTER_MS);
  app.connection.subscribe(({ status }) => {
    if (status === 'online') void sendDrawings(app);
  });
}

async function sendDrawings({ client, connection, boot }: AppContext): Promise<void> {
  const viewer = await import('../viewer/index.tsx').catch(() => undefined);
  await viewer?.sendUnsentChanges({ client, connection, onRefused: toastError }, boot.user.id);
}

/** Keyboard users open the card from the name. */
function openCardsByPicture(): void {
  addEventListener('click', ({ target }) => {
    const picture = target instanceof Element ? target.closest('.gutter .avatar, .member .avatar') : null;
    picture?.closest('li')?.querySelector<HTMLElement>('.person-link')?.click();
  });
}

function leave({ boot }: AppContext): void {
  sessionStorage.clear();
  addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), { capture: true });
  location.assign(`${boot.root}/sign-in`);
}

async function countForHome(app: AppContext): Promise<void> {
  const home = await withTexts(import('../home/badge.tsx')).catch(() => undefined);
  if (home) homeBadge.value = home.createHomeBadge(app);
  const notifications = await withTexts(import('../notifications/bell.tsx')).catch(() => undefined);
  if (notifications) bell.value = notifications.createBell(app);
}

async function resumeUploads({ client, boot }: AppContext): Promise<void> {
  const uploads = await import('../pages/index.tsx').catch(() => undefined);
  await uploads?.resumeUploads({ client, me: boot.user });
}

/** Sends the time zone at most once, because the user may later remove it from the profile. */
function sendZone({ client, connection, boot: { user } }: AppContext): void {
  const isSent = storedValue(`ringbinder-zone-sent ${user.id}`);
  if (user.timezone) isSent.write(true);
  if (isSent.read()) return;
  const timezone = readersZoneName();
  const stop = effect(() => {
    if (connection.value.status !== 'online') return;
    unwrap(client.api.POST('/me', { body: { default_timezone: timezone } })).then(
      () => {
        stop();
        isSent.write(true);
        changeReader({ timezone });
      },
      () => undefined,
    );
  });
}

async function install(app: AppContext): Promise<void> {
  const module = await import('../install/index.ts').catch(() => undefined);
  module?.startInstalled(app);
}

async function offerInstall(): Promise<void> {
  const line = await withTexts(import('../install/install-line.tsx')).catch(() => undefined);
  line?.countAppStart();
  if (line) belowList.value = [belowList.peek(), createElement(line.InstallLine, {})];
}

async function prepareForOffline({ boot }: AppContext): Promise<void> {
  if (savesData() && !matchMedia('(display-mode: standalone)').matches) return;
  if (!savesData()) await preload();
  const module = await import('../install/worker.ts').catch(() => undefined);
  const isRegistered = await module?.registerWorker(boot)?.catch(() => undefined);
  if (isRegistered) await module?.storeTexts(boot).catch(() => undefined);
}

/** Ignores failures, because modules are also loaded on demand. */
async function preload(): Promise<void> {
  for (const load of REST) await load().catch(() => undefined);
}

function followMeets(app: AppContext): void {
  effect(() => {
    const named = meetOf(app.boot.root, address.value.path);
    if (named) void import('./meet.tsx').then(({ openMeet }) => openMeet(app, named));
  });
}

const MAX_WARM = 12;
function keepReplicasWarm(
  channel: Realtime,
  cards: ReadonlySignal<readonly BinderCard[] | undefined>,
): () => readonly string[] {
  const warm = new Map<string, Replica>();
  effect(() => {
    const recentIds = new Set(cards.value?.slice(0, MAX_WARM).map(({ binder }) => binder.id));
    for (const [id, replica] of warm) {
      if (recentIds.has(id)) continue;
      replica.close();
      warm.delete(id);
    }
    for (const id of recentIds) if (!warm.has(id)) warm.set(id, channel.subscribe(id));
  });
  return () => [...warm.keys()];
}
