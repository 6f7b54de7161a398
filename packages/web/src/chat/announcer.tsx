import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { chat as text } from '../strings/en/chat.ts';
import { useChat } from './context.ts';
import { authorOf, wordsOf } from './summary.ts';

/** Reads new messages of others out. */
export function Announcer() {
  const { binder } = useChat();
  const said = useSignal('');
  useEffect(
    () =>
      binder.replica.onChange((change) => {
        if (change.type !== 'entries') return;
        for (const { kind, actor, changes } of change.entries) {
          if (kind !== 'message_posted' || actor.id === binder.me.id) continue;
          const posted = changes.find(({ type }) => type === 'message');
          if (posted?.type === 'message' && posted.value)
            said.value = text.announce(authorOf(posted.value), wordsOf(posted.value));
        }
      }),
    [binder],
  );
  return (
    <div class="hidden-visually" role="log" aria-live="polite" aria-label={text.label}>
      {said.value}
    </div>
  );
}
