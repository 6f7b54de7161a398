import { useSignal } from '@preact/signals';
import { useLayoutEffect, useMemo } from 'preact/hooks';
import { clip as text } from '../strings/messages/clip.ts';
import type { ClipContext } from './context.ts';
import { recordablePages, useBinderState } from './pages.ts';
import { Recording } from './recording.tsx';
import { ClipReview } from './review.tsx';
import { Saved } from './saved.tsx';
import { type ClipSession, createClipSession } from './session.ts';
import { Setup } from './setup.tsx';

export function Clip({ context }: { context: ClipContext }) {
  const session = useMemo(() => createClipSession(context), []);
  return <ClipView context={context} session={session} />;
}

export function ClipView({ context, session }: { context: ClipContext; session: ClipSession }) {
  const binder = useBinderState(context);
  const page = useSignal(context.firstPage ?? 0);
  // A layout effect closes the session even if the component is unmounted before the first frame.
  useLayoutEffect(() => () => session.close(), [session]);
  const { value: state } = session.state;
  const pages = recordablePages(binder.value);
  switch (state.step) {
    case 'setup':
    case 'starting':
      return <Setup context={context} session={session} binder={binder} firstPage={page} />;
    case 'counting':
    case 'recording':
      return <Recording context={context} session={session} live={state.live} pages={pages} page={page} />;
    case 'ending':
      return (
        <p class="clip-wait" role="status">
          {text.ending}
        </p>
      );
    case 'review':
      return (
        <ClipReview
          key={state.recorded.name}
          context={context}
          session={session}
          recorded={state.recorded}
          ending={state.ending}
        />
      );
    case 'saved':
      return <Saved context={context} session={session} saved={state.saved} />;
  }
}
