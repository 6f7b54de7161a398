import { useSignal } from '@preact/signals';
import type { Action, Step, Transaction } from '@ringbinder/protocol';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { BinderContext } from '../binder/context.ts';
import { Avatar } from '../design/avatar.tsx';
import { Alert, lazy } from '../design/states.tsx';
import { announce, toast, toastError } from '../design/toast.tsx';
import { fileRequests as files } from '../strings/messages/file-requests.ts';
import { transactions as text } from '../strings/messages/transactions.ts';
import { namesOf } from '../strings/names.ts';
import { systemWords } from '../strings/system-words.ts';
import { signingOf, useAnswerDialog } from './answer-dialog.tsx';
import { Answers } from './answers.tsx';
import { PageReads } from './page-reads.tsx';
import { unreadIn } from './pages-to-read.ts';
import { press, pressedInTab } from './press.ts';
import { answersIn, isTurnOf, pressedAction, pressesIn, stagesOf } from './progress.ts';

const Signatures = lazy(() => import('./signatures.tsx').then((module) => module.Signatures), 'quiet');

const FileRequests = lazy(() => import('./file-requests.tsx').then((module) => module.FileRequests), 'quiet');

/** If a card disappears this soon after an error, a toast repeats the error. */
const READING_MS = 5_000;
const MAX_VISIBLE_STAGES = 6;

export function StepLine({ steps }: { steps: readonly Step[] }) {
  const stages = stagesOf(steps);
  const first = firstVisible(stages);
  const visible = stages.slice(first, first + MAX_VISIBLE_STAGES);
  const after = stages.length - first - visible.length;
  return (
    <ol class="step-line">
      {first > 0 && <More count={first} />}
      {visible.map((stage) => (
        <li key={stage[0]?.id} data-status={statusOf(stage)}>
          {stage.map((step) => (
            <StepDot key={step.id} step={step} />
          ))}
        </li>
      ))}
      {after > 0 && <More count={after} />}
    </ol>
  );
}

function More({ count }: { count: number }) {
  return (
    <li class="more">
      <span aria-hidden="true">{text.moreSteps(count)}</span>
      <span class="hidden-visually">{text.moreStepsLabel(count)}</span>
    </li>
  );
}

function StepDot({ step }: { step: Step }) {
  const { assignee, assignees, status } = step;
  const action = pressedAction(step);
  const isRejected = action?.outcome === 'rejected';
  const answers = answersIn(step);
  const state = action ? systemWords(action.text) : text.stepStates[status];
  const name = answers && assignees ? namesOf(assignees.map((each) => each.name)) : assignee.name;
  const label = text.stepLabel(
    name,
    answers ? `${state}, ${text.answers(answers.count, answers.required)}` : state,
  );
  return (
    <span class="step-dot" data-status={status} title={label}>
      <Avatar
        id={assignee.user_id}
        name={assignee.name}
        small
        {...(status === 'completed' && { mark: isRejected ? 'rejected' : 'done' })}
      />
      {answers && (
        <span class="step-count" aria-hidden="true">
          {text.answersShort(answers.count, answers.required)}
        </span>
      )}
      <span class="hidden-visually">{label}</span>
    </span>
  );
}

function firstVisible(stages: readonly (readonly Step[])[]): number {
  if (stages.length <= MAX_VISIBLE_STAGES) return 0;
  const current = stages.findIndex((stage) => statusOf(stage) === 'current');
  const last = stages.length - MAX_VISIBLE_STAGES;
  return current === -1 ? last : Math.min(Math.max(0, current - 1), last);
}

function statusOf(stage: readonly Step[]): Step['status'] {
  if (stage.some(({ status }) => status === 'current')) return 'current';
  if (stage.every(({ status }) => status === 'completed')) return 'completed';
  return stage.every(({ status }) => status === 'waiting') ? 'waiting' : 'skipped';
}

interface StepButtonsProps {
  binder: BinderContext;
  transaction: Transaction;
  step: Step;
}

interface ButtonsProps extends StepButtonsProps {
  hasFiles?: boolean | undefined;
  /** Receives the function that the buttons call. */
  handle?: (answer: (action: Action) => void) => void;
}

export function StepButtons({ binder, transaction, step, hasFiles = true, handle }: ButtonsProps) {
  const isRefused = useSignal(false);
  const failure = useSignal('');
  const answering = useAnswerDialog(
    transaction.title,
    step.fields,
    (action, details) => press(binder, transaction, step, action, details),
    signingOf(
      binder.client,
      { binder_id: binder.id, transaction_id: transaction.id, step_id: step.id },
      step.signatures,
    ),
  );
  const isAnswering = useRef(false);
  isAnswering.current = answering.isOpen;
  const hasReported = useRef(false);
  const reportOthersAnswer = () => {
    const other = isAnswering.current && !hasReported.current && othersAnswer(binder, transaction, step);
    if (!other) return;
    hasReported.current = true;
    toast(text.lostTo(other.by.name, systemWords(other.action?.text ?? text.answered)));
  };
  const isThere = useRef(true);
  const refusedAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(
    () => () => {
      isThere.current = false;
      reportOthersAnswer();
      if (failure.peek() && Date.now() - refusedAt.current < READING_MS) toast(failure.peek(), 'off');
    },
    [],
  );
  const chosen = pressedInTab(binder.id, step);
  const isAwaited = transaction.is_active && !transaction.outcome && isTurnOf(step, binder.me.id);
  useEffect(() => {
    if (isAwaited) hasReported.current = false;
    else reportOthersAnswer();
  }, [isAwaited]);
  const choose = async (action: Action) => {
    failure.value = '';
    isRefused.value = missesFiles(step);
    if (isRefused.value) return;
    try {
      await press(binder, transaction, step, action);
    } catch (error) {
      const { message } = error as Error;
      refusedAt.current = Date.now();
      if (isThere.current) {
        failure.value = message;
        announce(message, 'assertive');
      } else toastError(message);
    }
  };
  const answer = (action: Action) => {
    const isRejection = action.outcome === 'rejected';
    const [unread] = unreadIn(step, binder.me.id);
    if (unread && !isRejection)
      binder.navigate(`${binder.links.page(unread.id)}?transaction=${transaction.id}`);
    else if (!isRejection && step.fields && missesFiles(step)) isRefused.value = true;
    else if (answering.isNeeded(action)) answering.open(action);
    else void choose(action);
  };
  useLayoutEffect(() => handle?.(answer));
  return (
    <>
      {isAwaited && (
        <>
          {hasFiles && (
            <>
              <PageReads {...{ binder, transaction, step }} />
              <StepFiles binder={binder} transaction={transaction} step={step} />
            </>
          )}
          <Answers
            title={transaction.title}
            actions={step.actions}
            chosen={chosen}
            choose={answer}
            findNext={() => findTransaction(binder.links.transaction(transaction.id))}
          />
        </>
      )}
      <Alert>{isAwaited && isRefused.value && missesFiles(step) && files.first}</Alert>
      {failure.value && <p class="wrong small">{failure.value}</p>}
      {/* The dialog and its input survive a change of the step. */}
      {answering.dialog}
    </>
  );
}

function othersAnswer({ state, me }: BinderContext, { id }: Transaction, { id: stepId }: Step) {
  const transaction = state.peek()?.transactions.find((each) => each.id === id);
  const step = transaction?.steps.find((each) => each.id === stepId);
  if (!step || isTurnOf(step, me.id)) return undefined;
  const last = pressesIn(step).at(-1);
  return last?.by.id === me.id ? undefined : last;
}

const missesFiles = ({ file_requests = [] }: Step) =>
  file_requests.some(({ required, files }) => required && files.length === 0);

export function StepFiles(props: StepButtonsProps) {
  if (props.step.signatures) return <Signatures {...props} />;
  return props.step.file_requests ? <FileRequests {...props} /> : null;
}

function findTransaction(address: string): HTMLElement | null {
  const links = document.querySelectorAll<HTMLElement>('.transaction-page h2, a[href]');
  const found = [...links].find((each) => each.tagName === 'H2' || each.getAttribute('href') === address);
  return found ?? document.getElementById('section-title');
}
