import { useState } from 'preact/hooks';
import type { BinderContext } from '../binder/context.ts';
import { comments as text } from '../strings/messages/comments.ts';

interface OlderCommentsProps {
  binder: BinderContext;
  about: { id: number };
}

export function OlderComments({ binder, about }: OlderCommentsProps) {
  const [busy, setBusy] = useState(false);
  const load = async () => {
    if (busy) return;
    setBusy(true);
    await binder.replica.loadOlder(200).catch(() => undefined);
    setBusy(false);
  };
  // Comments have higher ids than their subject.
  if ((binder.state.value?.messagesFrom ?? 0) <= about.id) return null;
  return (
    <button type="button" class="button compact quiet" aria-disabled={busy} onClick={load}>
      {busy ? text.loadingOlder : text.older}
    </button>
  );
}
