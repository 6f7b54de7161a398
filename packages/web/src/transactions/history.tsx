import type { OutboxItem } from '@ringbinder/client';
import type { Transaction } from '@ringbinder/protocol';
import { useState } from 'preact/hooks';
import type { BinderContext } from '../binder/context.ts';
import { pictureOf } from '../binder/people.ts';
import { Avatar } from '../design/avatar.tsx';
import { RelativeTime } from '../design/time.tsx';
import { transactions as text } from '../strings/en/transactions.ts';
import { type HistoryItem, historyOf } from './progress.ts';

interface HistoryProps {
  binder: BinderContext;
  transaction: Transaction;
}

/** What happened to a transaction, with its comments: messages of the chat that answer it. */
export function History({ binder, transaction }: HistoryProps) {
  const state = binder.state.value;
  const history = historyOf(transaction, state?.messages ?? []);
  const pending = binder.pending.value.filter((item) => isAbout(item, transaction.id));
  const hasOlder = state !== undefined && state.messagesFrom > transaction.id;
  return (
    <section aria-labelledby="transaction-history" class="transaction-history">
      <h3 id="transaction-history">{text.history}</h3>
      {hasOlder && <Older binder={binder} />}
      <ol class="history">
        {history.map((item) => (
          <HistoryRow key={`${item.type}${keyOf(item)}`} binder={binder} item={item} />
        ))}
        {pending.map((item) => (
          <PendingComment key={item.clientId} binder={binder} item={item} />
        ))}
      </ol>
      {binder.canWrite.value && <Composer binder={binder} transactionId={transaction.id} />}
    </section>
  );
}

function keyOf(item: HistoryItem): number {
  if (item.type === 'pressed') return item.step.id;
  return item.type === 'comment' ? item.message.id : 0;
}

function isAbout({ body, state }: OutboxItem, transactionId: number): boolean {
  return Number(body.reply_to?.transaction?.id) === transactionId && state.status !== 'sent';
}

function HistoryRow({ binder, item }: { binder: BinderContext; item: HistoryItem }) {
  const { type, at, by } = item;
  const name = by.id === binder.me.id ? text.youShort : by.name;
  return (
    <li class={type}>
      <Avatar id={by.id} name={by.name} picture={pictureOf(binder.state.value, by.id)} small />
      <div>
        <p class="small">
          <strong>{name}</strong> <span class="muted">{sayWhat(item)}</span>{' '}
          <span class="muted">
            <RelativeTime at={at} />
          </span>
        </p>
        {type === 'comment' && <p class="said">{item.message.text}</p>}
        {type === 'pressed' && item.said && <p class="said">{item.said}</p>}
      </div>
    </li>
  );
}

function sayWhat(item: HistoryItem): string {
  switch (item.type) {
    case 'created':
      return text.happened.created;
    case 'pressed':
      return text.happened.pressed(item.action?.text ?? text.answered);
    case 'comment':
      return text.happened.commented;
  }
}

function PendingComment({ binder, item }: { binder: BinderContext; item: OutboxItem }) {
  const { state, body, clientId } = item;
  const isRefused = state.status === 'refused';
  return (
    <li class="comment" aria-busy={!isRefused}>
      <Avatar id={binder.me.id} name={binder.me.name} small />
      <div>
        <p class="small">
          <strong>{text.youShort}</strong>{' '}
          <span class={isRefused ? 'wrong' : 'muted'}>
            {state.status === 'refused' ? text.refused(state.message) : text.sending}
          </span>
        </p>
        <p class="said">{body.message.text}</p>
        {isRefused && (
          <div class="step-buttons">
            <button type="button" class="button compact" onClick={() => binder.replica.retry(clientId)}>
              {text.retry}
            </button>
            <button type="button" class="button compact quiet" onClick={() => binder.replica.drop(clientId)}>
              {text.drop}
            </button>
          </div>
        )}
      </div>
    </li>
  );
}

/** Comments that are older than the messages that are held. */
function Older({ binder }: { binder: BinderContext }) {
  const [busy, setBusy] = useState(false);
  const load = async () => {
    if (busy) return;
    setBusy(true);
    await binder.replica.loadOlder(200).catch(() => undefined);
    setBusy(false);
  };
  return (
    <button type="button" class="button compact quiet" aria-disabled={busy} onClick={load}>
      {busy ? text.loadingOlder : text.older}
    </button>
  );
}

/** Writes a comment. Enter sends it, Shift and Enter make a new line. */
function Composer({ binder, transactionId }: { binder: BinderContext; transactionId: number }) {
  const [draft, setDraft] = useState('');
  const send = () => {
    const written = draft.trim();
    if (written === '') return;
    binder.replica.send({ message: { text: written }, reply_to: { transaction: { id: transactionId } } });
    setDraft('');
  };
  return (
    <form
      class="comment-form"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <textarea
        rows={1}
        aria-label={text.comment}
        placeholder={text.comment}
        value={draft}
        onInput={(event) => setDraft(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
          event.preventDefault();
          send();
        }}
      />
      <button type="submit" class="button compact" aria-disabled={draft.trim() === ''}>
        {text.send}
      </button>
    </form>
  );
}
