import type { OutboxItem } from '@ringbinder/client';
import { Avatar } from '../design/avatar.tsx';
import { Alert, lazy } from '../design/states.tsx';
import { chat as text } from '../strings/messages/chat.ts';
import { sourceOfMessage } from './bbcode.ts';
import type { ChatState } from './chat-state.ts';
import { useChat } from './context.ts';
import { PendingWords } from './pending-words.tsx';
import type { Upload } from './uploads.ts';

export const loadPendingFile = () => import('./pending-file.tsx').then((module) => module.PendingFile);
const PendingFile = lazy(loadPendingFile, 'quiet');
const RefusedMessage = lazy(
  () => import('./refused-message.tsx').then((module) => module.RefusedMessage),
  'quiet',
);
const SeenLine = lazy(() => import('./seen-by.tsx').then((module) => module.SeenLine), 'quiet');

export function Pending() {
  const chat = useChat();
  const { binder } = chat;
  const { items, files } = pendingOf(chat);
  if (items.length === 0 && files.length === 0) return <SeenLine />;
  const { me } = binder;
  return (
    <ul class="pending">
      {[
        ...items.map((item) => ({ key: item.clientId, item })),
        ...files.map((file) => ({ key: file.id, file })),
      ].map((each, index) => (
        <li key={each.key} class={`message ${index === 0 ? 'first' : ''}`}>
          <div class="gutter">{index === 0 && <Avatar id={me.id} name={me.name} />}</div>
          <div class="message-body">
            {index === 0 && (
              <p class="message-head">
                <strong dir="auto">{me.name}</strong>
              </p>
            )}
            {'item' in each ? <PendingMessage item={each.item} /> : <PendingFile upload={each.file} />}
          </div>
        </li>
      ))}
    </ul>
  );
}

/** The main chat also shows the rejected messages and files of its threads. */
export function pendingOf({ binder, uploads, isHere, thread }: ChatState) {
  const isShown = ({ body, state }: OutboxItem | Upload) =>
    isHere(body) || (thread !== undefined && state.status === 'refused');
  return { items: binder.pending.value.filter(isShown), files: uploads.all.value.filter(isShown) };
}

function PendingMessage({ item }: { item: OutboxItem }) {
  const chat = useChat();
  const { binder } = chat;
  const { state, body } = item;
  const words = sourceOfMessage(body.message);
  return (
    <>
      <PendingWords words={words} />
      {state.status === 'waiting' && binder.connection.value.status !== 'online' && (
        <p class="delivery">{text.pending.waiting}</p>
      )}
      {state.status === 'sending' && <p class="delivery late">{text.pending.sending}</p>}
      <Alert as="div" class="delivery refused">
        {state.status === 'refused' && <RefusedMessage item={item} />}
      </Alert>
    </>
  );
}
