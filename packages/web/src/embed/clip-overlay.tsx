import { useMemo } from 'preact/hooks';
import { recordedIn } from '../app/overlays.tsx';
import type { BinderContext } from '../binder/context.ts';
import { ClipDialog } from '../clip/dialog.tsx';
import { clipContext } from './clip-context.ts';
import type { EmbedSession } from './session.ts';

export function ClipOverlay({ session, binder }: { session: EmbedSession; binder: BinderContext }) {
  const { channel, me, id } = binder;
  const context = useMemo(
    () =>
      clipContext(session, { channel, me, binderId: id }, () => {
        recordedIn.value = undefined;
      }),
    [binder],
  );
  return <ClipDialog context={context} />;
}
