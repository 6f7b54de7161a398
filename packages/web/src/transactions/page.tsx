import type { Step, Transaction } from '@ringbinder/protocol';
import { plainText } from '@ringbinder/protocol/plain-text.ts';
import type { BinderContext } from '../binder/context.ts';
import { useOpened } from '../binder/return.ts';
import { SectionHead } from '../binder/section.tsx';
import { Avatar } from '../design/avatar.tsx';
import { Due } from '../design/due.tsx';
import { dueTimeOf } from '../design/due-state.ts';
import { Badge, Empty, lazy } from '../design/states.tsx';
import { RelativeTime } from '../design/time.tsx';
import { transactionPage as words } from '../strings/messages/transaction-page.ts';
import { transactions as text } from '../strings/messages/transactions.ts';
import { namesOf } from '../strings/names.ts';
import { systemWords } from '../strings/system-words.ts';
import { Absences } from './absence.tsx';
import { AnswerList, QuestionList } from './answer-list.tsx';
import { History } from './history.tsx';
import { TransactionMenu } from './menu.tsx';
import { PageReads } from './page-reads.tsx';
import { StepPeople } from './people.tsx';
import { answersIn, isOpen, isTurnOf, pressedAction, stagesOf } from './progress.ts';
import { ReassignStep } from './reassign.tsx';
import { Remind, useView, Viewed } from './remind.tsx';
import { TransactionStatus } from './status.tsx';
import { StepBranches } from './step-branches.tsx';
import { StepButtons, StepFiles } from './steps.tsx';
import { progressText } from './transaction-card.tsx';

const SignedDocuments = lazy(
  () => import('./signatures.tsx').then((module) => module.SignedDocuments),
  'quiet',
);

interface TransactionPageProps {
  binder: BinderContext;
  transaction: Transaction | undefined;
}

export function TransactionPage({ binder, transaction }: TransactionPageProps) {
  const id = transaction?.id ?? 0;
  useOpened(`${binder.id}/transactions`, id, binder.links.transaction(id));
  useView(binder, transaction);
  const back = { href: binder.links.section('transactions'), label: text.title };
  if (!transaction) {
    return (
      <>
        <SectionHead title={words.gone} back={back} />
        <Empty title={words.goneTitle}>{words.goneHint}</Empty>
      </>
    );
  }
  const { title, content, creator, observers, created_time, outcome, steps } = transaction;
  const due = dueTimeOf(transaction);
  return (
    <article class="transaction-page">
      <SectionHead title={title} back={back}>
        <TransactionMenu binder={binder} transaction={transaction} />
      </SectionHead>
      <p class="transaction-about">
        <TransactionStatus transaction={transaction} userId={binder.me.id} />
        <span class="muted small">
          {text.requestedBy(creator.name)} <RelativeTime at={created_time} />
        </span>
        {observers && (
          <span class="muted small">{words.observers(namesOf(observers.map(({ name }) => name)))}</span>
        )}
        {due !== undefined && <Due at={due} completed={outcome !== undefined} />}
      </p>
      {content && (
        <p dir="auto" class="transaction-text">
          {plainText(content)}
        </p>
      )}
      <section aria-labelledby="transaction-steps" class="panel transaction-panel">
        <div class="panel-head">
          <h3 id="transaction-steps">{text.steps}</h3>
          <span class="muted small">{progressText(transaction, binder.me.id)}</span>
          <Remind binder={binder} transaction={transaction} />
        </div>
        <ol class="stages">
          {stagesOf(steps).map((stage) => (
            <li key={stage[0]?.id} data-parallel={stage.length > 1}>
              {stage.length > 1 && <p class="muted small">{words.sideBySide}</p>}
              {stage.map((step) => (
                <StepRow key={step.id} binder={binder} transaction={transaction} step={step} />
              ))}
            </li>
          ))}
        </ol>
      </section>
      {outcome && steps.some(({ signatures }) => signatures?.some(({ signature }) => signature)) && (
        <SignedDocuments binder={binder} transaction={transaction} />
      )}
      <History binder={binder} transaction={transaction} />
    </article>
  );
}

interface StepProps {
  binder: BinderContext;
  transaction: Transaction;
  step: Step;
}

function StepRow({ binder, transaction, step }: StepProps) {
  const { assignee, assignees, status } = step;
  const isRejected = pressedAction(step)?.outcome === 'rejected';
  const isMine = isTurnOf(step, binder.me.id);
  return (
    <div class="step-row" data-status={status}>
      <span class="step-dot" data-status={status}>
        <Avatar
          id={assignee.user_id}
          name={assignee.name}
          {...(status === 'completed' && { mark: isRejected ? 'rejected' : 'done' })}
        />
      </span>
      <div>
        <StepHead binder={binder} transaction={transaction} step={step} />
        {isOpen(step) && <QuestionList fields={step.fields} />}
        {!assignees && <AnswerList fields={step.fields} answers={step.answers} />}
        {!isMine && <PageReads {...{ binder, transaction, step }} />}
        {!isMine && <StepFiles binder={binder} transaction={transaction} step={step} />}
        <StepBranches transaction={transaction} step={step} />
        <Absences step={step} userId={binder.me.id} />
        <StepButtons binder={binder} transaction={transaction} step={step} />
        {assignees && <StepPeople binder={binder} transaction={transaction} step={step} />}
      </div>
    </div>
  );
}

function StepHead({ binder, transaction, step }: StepProps) {
  const { assignee, assignees, status, completed_time } = step;
  const due = dueTimeOf(step);
  const action = pressedAction(step);
  const answers = answersIn(step);
  const isMine = isTurnOf(step, binder.me.id);
  return (
    <div class="step-head">
      <div>
        <strong dir="auto">
          {assignees && neededOf(step, assignees.length)}
          {!assignees && (assignee.user_id === binder.me.id ? text.you(assignee.name) : assignee.name)}
        </strong>
        <span class="muted small">
          {status === 'completed' ? (
            <>
              {systemWords(action?.text ?? text.answered)}
              {' · '}
              {!assignees && assignee.pressed_by && `${text.pressedBy(assignee.pressed_by.name)} · `}
              <RelativeTime at={completed_time ?? 0} />
            </>
          ) : (
            <>
              {text.stepSentences[status]}
              {answers && ` · ${text.answers(answers.count, answers.required)}`}
              {status !== 'skipped' &&
                !isMine &&
                ` · ${step.actions.map((each) => systemWords(each.text)).join(' / ')}`}
              {!assignees && <Viewed {...{ binder, transaction, step, assignee }} />}
            </>
          )}
        </span>
      </div>
      <div class="step-more">
        {due !== undefined && isOpen(step) && step.due_time !== transaction.due_time && <Due at={due} />}
        {!assignees && assignee.unavailable && (
          <Badge tone="warn">{text.unavailable[assignee.unavailable]}</Badge>
        )}
        {(!assignees || (step.groups && step.required === 1)) && (
          <ReassignStep binder={binder} transaction={transaction} step={step} assignee={assignee} />
        )}
      </div>
    </div>
  );
}

function neededOf({ groups, required = 1 }: Step, total: number): string {
  if (groups) {
    const names = namesOf(groups.map(({ name }) => name));
    return required === 1 ? names : text.neededOfGroup(required, names);
  }
  if (required === total) return text.neededAll(total);
  return required === 1 ? text.neededOne(total) : text.needed(required, total);
}
