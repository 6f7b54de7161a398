import { signal } from '@preact/signals';
import { render } from 'preact';
import { Toasts } from '../../design/toasts.tsx';
import type { MeetContext } from '../../meet/context.ts';
import { Meet } from '../../meet/index.tsx';
import type { MeetSession } from '../../meet/session.ts';
import { storePreferences } from '../../meet/stored-preferences.ts';
import { type FakeMeet, fakeMeet } from './fake-meet.ts';
import { gallery as words } from './text.ts';

/** Takes a query such as `?meet=grid&people=9&panel=people`. */
export function showMeet(element: HTMLElement, query: URLSearchParams): void {
  const scene = query.get('meet') ?? '';
  const wanted: FakeMeet = {
    people: Math.min(60, Math.max(1, Number(query.get('people') ?? 5))),
    isShared: query.has('shared'),
    isRecording: query.has('recorded'),
    hasCaptions: query.has('captions'),
    ...(query.has('controlled') && {
      controls: [{ presenter_id: 'p1', controller_id: 'p0', abilities: ['scroll', 'zoom'] }],
    }),
    ...(query.has('asked') && { controlRequests: ['p2'] }),
    waiting: Number(query.get('waiting') ?? 0),
    ...(scene === 'lobby' && { phase: 'lobby' }),
    ...(scene === 'again' && { phase: 'reconnecting' }),
    ...(scene === 'over' && { phase: 'ended', reason: 'ended' }),
    ...(scene === 'removed' && { phase: 'ended', reason: 'removed' }),
  };
  const isReady = scene === 'ready' || scene === 'guest';
  storePreferences({ layout: scene === 'speaker' ? 'speaker' : 'auto' });
  const context: MeetContext = {
    sessionKey: 'gallery',
    topic: signal(words.meet.topic),
    isGuest: scene === 'guest',
    isDirect: !isReady,
    connect: async () => fakeMeet(wanted),
    link: location.href,
    makeGuestLink: async () => location.href,
    emit: () => undefined,
    close: () => location.assign('/gallery'),
  };
  const open = (session: MeetSession) => {
    const panel = query.get('panel');
    if (panel === 'people' || panel === 'quality') session.panel.value = panel;
  };
  render(
    <div class="meet-place">
      <Meet context={context} onSession={open} />
      <Toasts />
    </div>,
    element,
  );
}
