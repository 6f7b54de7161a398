import { render } from 'preact';
import { Toasts } from '../design/toast.tsx';
import type { MeetContext } from '../meet/context.ts';
import { Meet } from '../meet/index.tsx';
import { obeyPage } from './meet-actions.ts';
import { flag, group } from './options.ts';
import type { EmbedSession } from './session.ts';

/** Draws a meet, and has it do what the page around says. */
export function drawMeet(session: EmbedSession, element: HTMLElement, context: MeetContext): void {
  session.onClose = () => render(null, element);
  render(
    <div class="embed-meet">
      <Meet context={{ ...wishesOf(session), ...context }} onSession={(meet) => obeyPage(session, meet)} />
      <Toasts />
    </div>,
    element,
  );
  session.tell({ type: 'shown' });
}

/** What a call says of camera and microphone. */
function wishesOf({ options }: EmbedSession): Pick<MeetContext, 'hasCamera' | 'hasMicrophone'> {
  const given = options.peek();
  const isSilent = flag(group(given, 'options'), 'MEET_WITHOUT_AUDIO');
  return { hasCamera: !('video' in given) || flag(given, 'video'), hasMicrophone: !isSilent };
}
