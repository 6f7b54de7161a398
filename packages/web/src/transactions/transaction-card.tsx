import type { Transaction } from '@ringbinder/protocol';
import { plainText } from '@ringbinder/protocol/plain-text.ts';
import type { BinderContext } from '../binder/context.ts';
import { commentsOn } from '../comments/comment-target.ts';
import { Due } from '../design/due.tsx';
import { RelativeTime } from '../design/time.tsx';
import { comments as commentWords } from '../strings/en/comments.ts';
import { transactions as text } from '../strings/en/transactions.ts';
import { isTurnOf, pressedAction } from './progress.ts';
import { TransactionStatus } from './status.tsx';
import { StepButtons, StepLine } from './steps.tsx';

interface TransactionCardProps {
  binder: BinderContext;
  transaction: Transaction;
}

/**
 * A transaction in short: title, state, steps, buttons and last activity. Pass the object of the binder's state, so
 * that it stays current.
 */
export function TransactionCard({ binder, transaction }: TransactionCardProps) {
  const { me, links } = binder;
  const content = plainText(transaction.content);
  const turns = transaction.steps.filter((step) => isTurnOf(step, me.id));
  return (
    <article class="transaction-card" aria-label={transaction.title}>
      <div class="transaction-head">
        <a dir="auto" class="transaction-title" href={links.transaction(transaction.id)}>
          {transaction.title}
        </a>
        <TransactionStatus transaction={transaction} userId={me.id} />
      </div>
      <p class="transaction-origin muted small">
        <span>
          {text.requestedBy(transaction.creator.name)} <RelativeTime at={transaction.created_time} />
        </span>
        <DueOf transaction={transaction} userId={me.id} />
      </p>
      {content && (
        <p dir="auto" class="transaction-content">
          {content}
        </p>
      )}
      <div class="transaction-steps">
        <StepLine steps={transaction.steps} />
        <span class="muted small">
          {turns.length > 0 ? countText(transaction) : progressText(transaction, me.id)}
        </span>
      </div>
      {turns.map((step) => (
        <StepButtons key={step.id} binder={binder} transaction={transaction} step={step} />
      ))}
      <Latest binder={binder} transaction={transaction} />
    </article>
  );
}

/** The due time of the user's turn, or of the next step. Nothing for a transaction that has ended. */
export function DueOf({ transaction, userId }: { transaction: Transaction; userId: string }) {
  const { steps, outcome } = transaction;
  const current = steps.filter(({ status }) => status === 'current');
  const mine = current.filter((step) => isTurnOf(step, userId));
  const times = (mine.length > 0 ? mine : current).flatMap(({ due_time }) => due_time ?? []);
  return outcome === undefined && times.length > 0 ? <Due at={Math.min(...times)} /> : null;
}

/** The current assignee, or the progress. */
export function progressText(transaction: Transaction, userId: string): string {
  const { steps, is_active, outcome } = transaction;
  const current = steps.filter(({ status }) => status === 'current');
  if (outcome) return countText(transaction);
  if (!is_active) return text.stoppedBecause;
  const others = new Map(current.map(({ assignee }) => [assignee.user_id, assignee.name]));
  const isMine = others.delete(userId);
  return text.waitingFor([...others.values()], isMine);
}

function countText({ steps }: Transaction): string {
  return text.step(steps.filter(({ status }) => status === 'completed').length, steps.length);
}

function Latest({ binder, transaction }: TransactionCardProps) {
  const answered = transaction.steps.filter(({ completed_time }) => completed_time !== undefined);
  const last = answered.toSorted((one, other) => (other.completed_time ?? 0) - (one.completed_time ?? 0))[0];
  const pressed = answered.map(({ completed_time }) => completed_time);
  const comments = commentsOn({ transaction }, binder.state.value?.messages ?? []).filter(
    ({ created_time }) => !pressed.includes(created_time),
  );
  if (!last && comments.length === 0) return null;
  const button = last && (pressedAction(last)?.text ?? text.answered);
  return (
    <p class="transaction-latest muted small">
      {last && button && (
        <span>
          {last.assignee.user_id === binder.me.id
            ? text.youPressed(button)
            : text.pressed(last.assignee.name, button)}
          {' · '}
          <RelativeTime at={last.completed_time ?? 0} />
        </span>
      )}
      {comments.length > 0 && (
        <a href={binder.links.transaction(transaction.id)}>{commentWords.count(comments.length)}</a>
      )}
    </p>
  );
}
