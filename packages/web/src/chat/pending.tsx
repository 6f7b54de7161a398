import type { OutboxItem } from '@ringbinder/client';
import { Avatar } from '../design/avatar.tsx';
import { formatPercent } from '../design/format.ts';
import { Glyph } from '../design/glyph.tsx';
import { Alert } from '../design/states.tsx';
import { sentenceOf } from '../strings/language.ts';
import { chat as text } from '../strings/messages/chat.ts';
import { isRich, plainText, sourceOfMessage } from './bbcode.ts';
import type { ChatState } from './chat-state.ts';
import { useChat } from './context.ts';
import { ChatGlyph } from './glyphs.tsx';
import { focusComposer } from './keys.ts';
import { Preview } from './lazy-preview.ts';
import { MessageText } from './message-text.tsx';
import { SeenLine } from './seen-by.tsx';
import type { Upload } from './uploads.ts';

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
  const { binder, edit } = chat;
  const { state, clientId, body } = item;
  const words = sourceOfMessage(body.message);
  return (
    <>
      <PendingWords words={words} />
      {state.status === 'waiting' && binder.connection.value.status !== 'online' && (
        <p class="delivery">{text.pending.waiting}</p>
      )}
      {state.status === 'sending' && <p class="delivery late">{text.pending.sending}</p>}
      <Alert as="div" class="delivery refused">
        {state.status === 'refused' && (
          <>
            <p>
              <Glyph name="stop" />
              <span>
                <strong>{text.pending.refused}:</strong> {sentenceOf(state.fields[0] ?? state)}
              </span>
            </p>
            <div class="row">
              <button
                type="button"
                class="button compact quiet"
                onClick={() => binder.replica.retry(clientId)}
              >
                {text.pending.retry}
              </button>
              <button
                type="button"
                class="button compact quiet"
                onClick={() => {
                  edit(undefined);
                  chat.draft.value = words;
                  binder.replica.drop(clientId);
                  focusComposer(chat);
                }}
              >
                {text.actions.edit}
              </button>
              <button
                type="button"
                class="button compact quiet danger"
                onClick={() => binder.replica.drop(clientId)}
              >
                {text.actions.remove}
              </button>
            </div>
          </>
        )}
      </Alert>
    </>
  );
}

function PendingFile({ upload }: { upload: Upload }) {
  const { uploads, draft } = useChat();
  const { id, name, words, picture, progress, state } = upload;
  return (
    <>
      <PendingWords words={words} />
      <div class="upload">
        {picture ? <img src={picture} alt="" /> : <Glyph name="file" />}
        <div class="upload-body">
          <p class="file-name">
            <span dir="auto">{name}</span>
          </p>
          <Alert>{state.status === 'refused' && state.reason}</Alert>
          {state.status !== 'refused' && (
            <progress
              max={1}
              value={state.status === 'waiting' ? 0 : progress}
              aria-label={text.uploads.progress(name, formatPercent(progress))}
            />
          )}
          <p class="muted small">
            {state.status === 'waiting' && text.uploads.waiting}
            {state.status === 'sending' && progress === 1 && text.uploads.done}
          </p>
        </div>
        {state.status === 'refused' && (
          <button
            type="button"
            class="tool"
            aria-label={text.uploads.retry(name)}
            title={text.uploads.retry(name)}
            onClick={() => uploads.retry(id)}
          >
            <ChatGlyph name="send" />
          </button>
        )}
        <button
          type="button"
          class="tool"
          aria-label={state.status === 'refused' ? text.uploads.drop(name) : text.uploads.cancel(name)}
          title={state.status === 'refused' ? text.uploads.drop(name) : text.uploads.cancel(name)}
          onClick={() => {
            uploads.cancel(id);
            if (draft.value === '') draft.value = words;
          }}
        >
          <Glyph name="close" />
        </button>
      </div>
    </>
  );
}

function PendingWords({ words }: { words: string }) {
  if (words === '') return null;
  return (
    <div class="on-its-way">
      {isRich(words) ? (
        <Preview source={words} />
      ) : (
        <p class="message-text">
          <MessageText text={plainText(words)} />
        </p>
      )}
    </div>
  );
}
