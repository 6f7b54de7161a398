import type { BinderState } from '@ringbinder/client';
import { unwrap } from '@ringbinder/client';
import { useEffect } from 'preact/hooks';
import type { BinderContext } from '../binder/context.ts';
import { toast, toastError } from '../design/toast.tsx';
import { pagesToRead as text } from '../strings/messages/pages-to-read.ts';
import { unreadIn } from '../transactions/pages-to-read.ts';
import { isTurnOf } from '../transactions/progress.ts';

/** A zoomed page's scroll position may miss the end by some pixels. */
const TOLERANCE = 2;

interface ReadReportProps {
  binder: BinderContext;
  state: BinderState;
  pageId: number;
  frame: { current: HTMLElement | null };
}

export function ReadReport({ binder, state, pageId, frame }: ReadReportProps) {
  useEffect(() => {
    const stopping = new AbortController();
    if (frame.current) watchEnd(frame.current, stopping, reportOf(binder, state, pageId));
    return () => stopping.abort();
  }, [state.transactions]);
  return null;
}

function reportOf(
  { id: binder_id, client, me }: BinderContext,
  { transactions }: BinderState,
  page_id: number,
): () => Promise<void> {
  const paths = transactions.flatMap(({ id: transaction_id, steps }) =>
    steps
      .filter((step) => isTurnOf(step, me.id) && unreadIn(step, me.id).some(({ id }) => id === page_id))
      .map(({ id: step_id }) => ({ binder_id, transaction_id, step_id, page_id })),
  );
  return async () => {
    if (paths.length === 0) return;
    const route = '/{binder_id}/transactions/{transaction_id}/steps/{step_id}/pages/{page_id}';
    const reports = paths.map((path) => unwrap(client.api.POST(route, { params: { path } })));
    try {
      await Promise.all(reports);
      toast(text.recorded);
    } catch {
      toastError(text.notRecorded);
    }
  };
}

function watchEnd(frame: HTMLElement, stopping: AbortController, reach: () => void): void {
  const finish = () => {
    if (stopping.signal.aborted) return;
    stopping.abort();
    reach();
  };
  const check = () => {
    const area = frame.querySelector('.stage, .note-view');
    if (!area || frame.querySelector('video, audio, .skeleton')) return;
    const isDrawn = [...area.querySelectorAll('img')].every(({ complete }) => complete);
    if (isDrawn && area.scrollTop + area.clientHeight >= area.scrollHeight - TOLERANCE) finish();
  };
  // These events do not bubble.
  const options = { capture: true, signal: stopping.signal };
  frame.addEventListener('scroll', check, options);
  frame.addEventListener('ended', finish, options);
  frame.addEventListener(
    'load',
    ({ target }) => (target instanceof HTMLIFrameElement ? finish() : check()),
    options,
  );
  const observer = new MutationObserver(check);
  observer.observe(frame, { childList: true, subtree: true, attributes: true });
  stopping.signal.addEventListener('abort', () => observer.disconnect());
  check();
}
