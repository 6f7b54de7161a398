import type { Step, Transaction } from '@ringbinder/protocol';
import { plainText } from '@ringbinder/protocol/plain-text.ts';
import type { BinderContext } from '../binder/context.ts';
import { commentsOn } from '../comments/comment-target.ts';
import { Due } from '../design/due.tsx';
import { dueTimeOf } from '../design/due-state.ts';
import { RelativeTime } from '../design/time.tsx';
import { comments as commentWords } from '../strings/messages/comments.ts';
import { transactions as text } from '../strings/messages/transactions.ts';
import { namesOf } from '../strings/names.ts';
import { systemWords } from '../strings/system-words.ts';
import { Absences } from './absence.tsx';
import { answersIn, awaitedIn, isTurnOf, pressesIn } from './progress.ts';
import { TransactionStatus } from './status.tsx';
import { StepButtons, StepLine } from './steps.tsx';

interface TransactionCardProps {
  binder: BinderContext;
  transaction: Transaction;
}

/** Must come from the binder's state, so that the card stays current. */
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
          {turns.length > 0 ? countText(transaction, turns) : progressText(transaction, me.id)}
        </span>
      </div>
      {transaction.steps
        .filter(({ status }) => status === 'current')
        .map((step) => (
          <Absences key={step.id} step={step} userId={me.id} />
        ))}
      {turns.map((step) => (
        <StepButtons key={step.id} binder={binder} transaction={transaction} step={step} />
      ))}
      <Latest binder={binder} transaction={transaction} />
    </article>
  );
}

export function DueOf({ transaction, userId }: { transaction: Transaction; userId: string }) {
  const { steps, outcome } = transaction;
  const current = steps.filter(({ status }) => status === 'current');
  const mine = current.filter((step) => isTurnOf(step, userId));
  const times = (mine.length > 0 ? mine : current).flatMap((step) => dueTimeOf(step) ?? []);
  return outcome === undefined && times.length > 0 ? <Due at={Math.min(...times)} /> : null;
}

export function progressText(transaction: Transaction, userId: string): string {
  const { steps, is_active, outcome } = transaction;
  const current = steps.filter(({ status }) => status === 'current');
  if (outcome) return countText(transaction);
  if (!is_active) return text.stoppedBecause;
  const awaitsUser = (step: Step) => awaitedIn(step).some(({ user_id }) => user_id === userId);
  const isMine = current.some(awaitsUser);
  const others = current.flatMap((step): readonly { id: string; name: string }[] => {
    // “You” already names a group that includes the user.
    if (step.groups) return awaitsUser(step) ? [] : step.groups;
    return awaitedIn(step).flatMap(({ user_id: id, name }) => (id === userId ? [] : { id, name }));
  });
  const waitedFor = new Map(others.map(({ id, name }) => [id, name]));
  const [answers] = current.flatMap((step) => answersIn(step) ?? []);
  const names = namesOf([...waitedFor.values()]);
  const waiting = isMine
    ? names
      ? text.waitingForYouAnd(names)
      : text.waitingForYou
    : text.waitingFor(names);
  return answers && current.length === 1
    ? `${text.answers(answers.count, answers.required)} · ${waiting}`
    : waiting;
}

function countText({ steps }: Transaction, turns: readonly Step[] = []): string {
  const [turn] = turns;
  const answers = turn && turns.length === 1 ? answersIn(turn) : undefined;
  const done = text.step(steps.filter(({ status }) => status === 'completed').length, steps.length);
  if (!answers) return done;
  return steps.length === 1
    ? text.answers(answers.count, answers.required)
    : `${done} · ${text.answers(answers.count, answers.required)}`;
}

function Latest({ binder, transaction }: TransactionCardProps) {
  const presses = transaction.steps.flatMap(pressesIn).toSorted((one, other) => one.at - other.at);
  const last = presses.at(-1);
  const pressed = presses.map(({ at }) => at);
  const comments = commentsOn({ transaction }, binder.state.value?.messages ?? []).filter(
    ({ created_time }) => !pressed.includes(created_time),
  );
  if (!last && comments.length === 0) return null;
  const button = last && systemWords(last.action?.text ?? text.answered);
  return (
    <p class="transaction-latest muted small">
      {last && button && (
        <span>
          {last.by.id === binder.me.id ? text.youPressed(button) : text.pressed(last.by.name, button)}
          {' · '}
          <RelativeTime at={last.at} />
        </span>
      )}
      {comments.length > 0 && (
        <a href={binder.links.transaction(transaction.id)}>{commentWords.count(comments.length)}</a>
      )}
    </p>
  );
}
