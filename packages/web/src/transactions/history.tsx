import type { Transaction } from '@ringbinder/protocol';
import type { BinderContext } from '../binder/context.ts';
import { pictureOf } from '../binder/people.ts';
import { CommentForm } from '../comments/comment-form.tsx';
import { OlderComments } from '../comments/older-comments.tsx';
import { PendingComments } from '../comments/pending-comments.tsx';
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
  const about = { transaction: { id: transaction.id } };
  return (
    <section aria-labelledby="transaction-history" class="transaction-history">
      <h3 id="transaction-history">{text.history}</h3>
      <OlderComments binder={binder} about={transaction} />
      <ol class="history">
        {history.map((item) => (
          <HistoryRow key={`${item.type}${keyOf(item)}`} binder={binder} item={item} />
        ))}
        <PendingComments binder={binder} about={about} />
      </ol>
      {binder.canWrite.value && <CommentForm binder={binder} about={about} />}
    </section>
  );
}

function keyOf(item: HistoryItem): number {
  if (item.type === 'pressed') return item.step.id;
  return item.type === 'comment' ? item.message.id : 0;
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
