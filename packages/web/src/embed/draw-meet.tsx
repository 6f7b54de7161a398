import type { JsonOptions } from '@ringbinder/protocol/embed.ts';
import { render } from 'preact';
import { Toasts } from '../design/toasts.tsx';
import type { MeetContext } from '../meet/context.ts';
import { Meet } from '../meet/index.tsx';
import { performPageActions } from './meet-actions.ts';
import { keepMeetOpen } from './meet-links.ts';
import { preferencesOf } from './meet-preferences.ts';
import type { EmbedSession } from './session.ts';

export function drawMeet(
  session: EmbedSession,
  element: HTMLElement,
  { context, detail }: { context: MeetContext; detail: () => JsonOptions },
): void {
  session.onClose = () => render(null, element);
  const drawn = { ...context, ...preferencesOf(session, detail) };
  render(
    // biome-ignore lint/a11y/useKeyWithClickEvents: browsers turn keys on links into clicks
    // biome-ignore lint/a11y/noStaticElementInteractions: only receives the clicks on links
    <div class="embed-meet" onClick={keepMeetOpen(session)}>
      <Meet context={drawn} onSession={(meet) => performPageActions(session, meet)} />
      <Toasts />
    </div>,
    element,
  );
  session.send({ type: 'shown' });
}
