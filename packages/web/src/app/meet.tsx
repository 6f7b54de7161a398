import { computed, effect, signal } from '@preact/signals';
import { render } from 'preact';
import { useMemo } from 'preact/hooks';
import { address } from '../address.ts';
import { currentMeet } from '../current-meet.ts';
import { toast } from '../design/toast.tsx';
import { Toasts } from '../design/toasts.tsx';
import { messageOf } from '../meet/ended.tsx';
import { Meet } from '../meet/index.tsx';
import { memberContext } from '../meet/member-context.ts';
import type { MeetSession } from '../meet/session.ts';
import { loadStyles } from '../meet/styles.ts';
import { type MeetRoute, meetOf, meetPath } from '../meet-path.ts';
import { binderPath, followLink, navigate } from '../router.ts';
import { textsReady } from '../strings/language.ts';
import { meeting as text } from '../strings/messages/meeting.ts';
import type { AppContext } from '../timeline/context.ts';
import { openBinder } from './binder.ts';
import { forgetLastMeet, holdMeet, restorePlace, STORE_EVERY_MS, storeLastMeet } from './last-meet.ts';
import { makeMovable, moveOn } from './mini-window.ts';

const open = signal<{ named: MeetRoute; close: () => void } | undefined>(undefined);

export async function openMeet(
  app: AppContext,
  named: MeetRoute,
  { isAnswered = false, isReturning = false } = {},
): Promise<void> {
  if (open.peek()?.named.sessionKey === named.sessionKey) return;
  open.peek()?.close();
  const place = document.createElement('div');
  const behind = document.getElementById('app');
  const { root } = app.boot;
  const isShown = computed(() => meetOf(root, address.value.path)?.sessionKey === named.sessionKey);
  const session = signal<MeetSession | undefined>(undefined);
  const over = new AbortController();
  let isStarting = isReturning;
  let hasShownEnd = false;
  const stop = effect(() => {
    const phase = session.value?.state.value?.phase;
    if (phase === 'joined' || phase === 'ended' || session.value?.refusal.value !== undefined)
      isStarting = false;
    const { value: isFull } = isShown;
    place.dataset.mini = String(!isFull);
    if (behind) behind.inert = isFull;
    hasShownEnd = phase === 'ended' && (hasShownEnd || isFull);
    if (!isFull && !isStarting && phase !== 'joined' && phase !== 'reconnecting') queueMicrotask(close);
  });
  const { id: userId } = app.boot.user;
  const stopStoring = effect(() => {
    const { devices, state } = session.value ?? {};
    const phase = state?.value?.phase;
    // The session stores its place when a device changes, too.
    if (devices?.camera.value && devices.microphone.value && phase === 'joined')
      queueMicrotask(() => storeLastMeet(userId, named));
    if (phase === 'ended') forgetLastMeet(userId, named.sessionKey);
  });
  const timer = setInterval(() => storeLastMeet(userId, named), STORE_EVERY_MS);
  const stopMoving = makeMovable(place);
  function close(): void {
    if (open.peek()?.named !== named) return;
    stop();
    stopStoring();
    stopMoving();
    clearInterval(timer);
    over.abort();
    open.value = undefined;
    currentMeet.value = undefined;
    const { ended } = session.peek()?.state.peek() ?? {};
    if (!hasShownEnd && ended && ended.reason !== 'left') toast(text.ended.title[messageOf(ended.reason)]);
    render(null, place);
    place.remove();
    if (behind) behind.inert = false;
  }
  open.value = { named, close };
  currentMeet.value = named.sessionKey;
  place.classList.add('meet-place');
  place.addEventListener('click', (event) => followLink(root, event));
  const [isDirect] = await Promise.all([
    isAnswered && mayUseMicrophone(),
    loadStyles(app.boot.meet_styles ?? ''),
    textsReady(),
    restorePlace(userId, named.sessionKey),
  ]);
  if (open.peek()?.named !== named) return;
  holdMeet(named.sessionKey, over.signal);
  document.body.append(place);
  render(
    <AppMeet
      app={app}
      named={named}
      isDirect={isDirect}
      isMini={() => !isShown.value}
      onSession={(begun) => {
        session.value = begun;
      }}
    />,
    place,
  );
}

interface AppMeetProps {
  app: AppContext;
  named: MeetRoute;
  isDirect: boolean;
  isMini: () => boolean;
  onSession: (session: MeetSession) => void;
}

/** Browsers that do not know the permission count as not having granted it. */
async function mayUseMicrophone(): Promise<boolean> {
  try {
    const { state } = await navigator.permissions.query({ name: 'microphone' });
    return state === 'granted';
  } catch {
    return false;
  }
}

function AppMeet({ app, named, isDirect, isMini, onSession }: AppMeetProps) {
  const { root } = app.boot;
  const context = useMemo(() => {
    const binder = openBinder(app, named.binderId);
    const context = memberContext({
      client: app.client,
      binder,
      sessionKey: named.sessionKey,
      pluginVersion: 'latest',
      link: `${location.origin}${meetPath(root, named)}`,
      emit: () => undefined,
      close: () => navigate(binderPath(root, named.binderId)),
    });
    return isDirect ? { ...context, isDirect, needsMicrophone: true, hasCamera: false } : context;
  }, []);
  const mini = isMini();
  return (
    <>
      <Meet
        context={context}
        isMini={mini}
        show={() => navigate(meetPath(root, named))}
        minimize={() => {
          navigate(binderPath(root, named.binderId));
          document.querySelector<HTMLElement>('#app #title')?.focus();
        }}
        move={moveOn}
        onSession={onSession}
      />
      {!mini && <Toasts />}
    </>
  );
}
