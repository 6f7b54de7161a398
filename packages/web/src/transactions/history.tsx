import type { Transaction } from '@ringbinder/protocol';
import type { BinderContext } from '../binder/context.ts';
import { CommentEntry } from '../comments/comment-entry.tsx';
import { HistoryEntry, SystemEntry } from '../comments/history-entry.tsx';
import { OlderComments } from '../comments/older-comments.tsx';
import { PendingComments } from '../comments/pending-comments.tsx';
import { ReplyForm } from '../comments/reply-form.tsx';
import { RelativeTime } from '../design/time.tsx';
import { transactions as text } from '../strings/messages/transactions.ts';
import { systemWords } from '../strings/system-words.ts';
import { type HistoryItem, historyOf } from './progress.ts';

interface HistoryProps {
  binder: BinderContext;
  transaction: Transaction;
}

export function History({ binder, transaction }: HistoryProps) {
  const state = binder.state.value;
  const history = historyOf(transaction, state?.messages ?? []);
  const about = { transaction: { id: transaction.id } };
  return (
    <section aria-labelledby="transaction-history" class="comments-section">
      <h3 id="transaction-history">{text.history}</h3>
      <OlderComments binder={binder} about={transaction} />
      <ol class="history">
        {history.map((item) => (
          <HistoryRow key={keyOf(item)} binder={binder} item={item} title={transaction.title} />
        ))}
        <PendingComments binder={binder} about={about} />
      </ol>
      {binder.canWrite.value && <ReplyForm binder={binder} about={about} />}
    </section>
  );
}

function keyOf(item: HistoryItem): string {
  if (item.type === 'pressed') return `pressed${item.step.id}${item.by.id}`;
  return item.type === 'comment' ? `comment${item.message.id}` : item.type;
}

function HistoryRow({ binder, item, title }: { binder: BinderContext; item: HistoryItem; title: string }) {
  const { type, at, by } = item;
  const time = (
    <span class="muted">
      <RelativeTime at={at} />
    </span>
  );
  if (type === 'comment' && item.message.is_feed)
    return (
      <SystemEntry message={item.message} shownTitle={title}>
        {time}
      </SystemEntry>
    );
  const about = (
    <>
      <span class="muted">{describe(item)}</span> {time}
    </>
  );
  if (type === 'comment')
    return (
      <CommentEntry binder={binder} message={item.message}>
        {about}
      </CommentEntry>
    );
  return (
    <HistoryEntry kind={type} user={by} body={type === 'pressed' ? item.body : undefined}>
      {about}
    </HistoryEntry>
  );
}

function describe(item: HistoryItem): string {
  switch (item.type) {
    case 'created':
      return text.happened.created;
    case 'pressed':
      return item.for === undefined
        ? text.happened.pressed(systemWords(item.action?.text ?? text.answered))
        : text.happened.pressedFor(systemWords(item.action?.text ?? text.answered), item.for);
    case 'comment':
      return text.happened.commented;
  }
}
