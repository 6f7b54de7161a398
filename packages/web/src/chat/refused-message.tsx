import type { OutboxItem } from '@ringbinder/client';
import { Glyph } from '../design/glyph.tsx';
import { sentenceOf } from '../strings/language.ts';
import { chat as chatText } from '../strings/messages/chat.ts';
import { chatTools as text } from '../strings/messages/chat-tools.ts';
import { sourceOfMessage } from './bbcode.ts';
import { useChat } from './context.ts';
import { focusComposer } from './keys.ts';

export function RefusedMessage({ item: { state, clientId, body } }: { item: OutboxItem }) {
  const chat = useChat();
  const { replica } = chat.binder;
  if (state.status !== 'refused') return null;
  return (
    <>
      <p>
        <Glyph name="stop" />
        <span>
          <strong>{chatText.pending.refused}:</strong> {sentenceOf(state.fields[0] ?? state)}
        </span>
      </p>
      <div class="row">
        <button type="button" class="button compact quiet" onClick={() => replica.retry(clientId)}>
          {chatText.pending.retry}
        </button>
        <button
          type="button"
          class="button compact quiet"
          onClick={() => {
            chat.edit(undefined);
            chat.draft.value = sourceOfMessage(body.message);
            replica.drop(clientId);
            focusComposer(chat);
          }}
        >
          {text.actions.edit}
        </button>
        <button type="button" class="button compact quiet danger" onClick={() => replica.drop(clientId)}>
          {text.actions.remove}
        </button>
      </div>
    </>
  );
}
