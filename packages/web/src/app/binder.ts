import { batch, computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import type { Member } from '@ringbinder/protocol';
import { address } from '../address.ts';
import type { BinderContext, PresenceState } from '../binder/context.ts';
import { learnPictures } from '../design/avatar.tsx';
import { binderPath, navigate } from '../router.ts';
import type { AppContext } from '../timeline/context.ts';
import { recordedIn } from './overlays.tsx';

export interface OpenBinder extends BinderContext {
  close(): void;
}

export type BinderHome = Pick<
  AppContext,
  'boot' | 'client' | 'channel' | 'connection' | 'route' | 'activity' | 'newestInView'
> &
  Partial<Pick<AppContext, 'cards'>>;

const NOBODY: ReadonlyMap<string, PresenceState> = new Map();

export function openBinder(
  { boot, client, channel, connection, route, activity, newestInView, cards }: BinderHome,
  id: string,
  { hasMeets = false }: { hasMeets?: boolean } = {},
): OpenBinder {
  const replica = channel.subscribe(id);
  const state = signal(replica.state);
  const status = signal(replica.status);
  const pending = signal(replica.pending);
  const members = computed(() => state.value?.members ?? []);
  const forget = learnPicturesOf(members, () => replica.status.status === 'live');
  const stop = replica.onChange(() =>
    batch(() => {
      state.value = replica.state;
      status.value = replica.status;
      pending.value = replica.pending;
    }),
  );
  const invitation = computed(() => cards?.value?.find(({ binder }) => binder.id === id)?.invitation_id);
  const stopReading = effect(() => {
    if (invitation.value === undefined || connection.value.status !== 'online') return;
    const body = { ids: [invitation.value] };
    // After a failure, the binder is new until it is opened again.
    void client.api.POST('/me/notifications/read', { body }).catch(() => undefined);
  });
  const me = { ...boot.user, is_admin: boot.is_admin };
  const { root } = boot;
  return {
    me,
    client,
    channel,
    id,
    replica,
    state,
    status,
    pending,
    connection,
    navigate,
    links: {
      message: (thing) => binderPath(root, id, 'chat', thing),
      page: (thing) => binderPath(root, id, 'pages', thing),
      transaction: (thing) => binderPath(root, id, 'transactions', thing),
      todo: (thing) => binderPath(root, id, 'todos', thing),
      section: (name) => binderPath(root, id, name),
      ...(hasMeets && { meet: (key: string) => `${root}/b/${id}/meet/${key}` }),
    },
    target: computed(() => {
      if (route.value.page !== 'binder') return { section: 'chat' };
      const query = new URLSearchParams(address.value.query);
      const comment = Number(query.get('comment'));
      const transaction = Number(query.get('transaction'));
      const file = query.get('file');
      return {
        ...route.value.target,
        ...(comment > 0 && { comment }),
        ...(transaction > 0 && { transaction }),
        ...(file && { file }),
      };
    }),
    presence: computed(() => activity.presence.value.get(id) ?? NOBODY),
    ...(newestInView && {
      setNewestInView: (isShown: boolean) => {
        if (isShown) newestInView.value = id;
        else if (newestInView.peek() === id) newestInView.value = undefined;
      },
    }),
    record: () => {
      recordedIn.value = id;
    },
    canWrite: computed(() => {
      const own = state.value?.members.find(({ user }) => user.id === me.id);
      return own !== undefined && own.type !== 'BOARD_READ_ONLY';
    }),
    close() {
      forget();
      stopReading();
      stop();
      replica.close();
    },
  };
}

/** Reads each member object only once, so that an older picture does not replace a newer one. */
function learnPicturesOf(members: ReadonlySignal<readonly Member[]>, isLive: () => boolean): () => void {
  let learned: ReadonlySet<Member> = new Set();
  return effect(() => {
    const changed = members.value.filter((member) => !learned.has(member));
    learnPictures(
      changed.map(({ user }) => user),
      isLive(),
    );
    learned = new Set(members.value);
  });
}
