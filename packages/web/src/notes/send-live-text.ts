import { effect } from '@preact/signals';
import type { BinderContext } from '../binder/context.ts';
import { liveTabs, MAX_LIVE_CHARS, type TextChange } from '../viewer/note-live.ts';
import type { NoteClaim } from './note-claim.ts';
import type { NoteSession } from './note-session.ts';

const INTERVAL_MS = 400;

const isEmpty = ({ removed, text }: TextChange) => removed === 0 && text === '';

/** Shows readers what is typed before it is saved. A signal may be lost: the saved text corrects it. */
export function sendLiveText(
  binder: BinderContext,
  pageId: number,
  session: NoteSession,
  claim: NoteClaim,
): () => void {
  const tabs = liveTabs(binder, pageId);
  let sentFor: string | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const send = () => {
    timer = undefined;
    const change = session.unsavedChange();
    if (!change || claim.holder.peek() !== 'mine' || change.text.length > MAX_LIVE_CHARS) return;
    // Without a change, only readers who saw one need a signal.
    if (isEmpty(change) && sentFor !== change.fileId) return;
    sentFor = change.fileId;
    const { fileId: base_file_id, start, removed, text } = change;
    const data = { page_id: pageId, base_file_id, points: [start, removed], text };
    tabs.postMessage(data);
    binder.channel.publish({ binder_id: binder.id, kind: 'editing', data });
  };
  const stop = effect(() => {
    if (session.draft.value !== '' || session.isReady.value) timer ??= setTimeout(send, INTERVAL_MS);
  });
  return () => {
    stop();
    clearTimeout(timer);
    tabs.close();
  };
}
