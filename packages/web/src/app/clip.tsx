import { useMemo } from 'preact/hooks';
import type { ClipContext } from '../clip/context.ts';
import { ClipDialog } from '../clip/dialog.tsx';
import { binderPath } from '../router.ts';
import { useApp } from '../timeline/context.ts';

export function AppClip({ binderId, close }: { binderId: string; close: () => void }) {
  const { boot, client, channel } = useApp();
  const context = useMemo(
    (): ClipContext => ({
      me: { id: boot.user.id, name: boot.user.name },
      client,
      channel,
      binderId,
      sessionId: crypto.randomUUID(),
      pageLink: (id, page) => `${location.origin}${binderPath(boot.root, id, 'pages', page)}`,
      // Emit no event, because the binder's log reports the new page.
      emit: () => undefined,
      close,
    }),
    [binderId],
  );
  return <ClipDialog context={context} />;
}
