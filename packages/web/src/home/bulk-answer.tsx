import type { Action, WaitingStep } from '@ringbinder/protocol';
import { toneOf } from '@ringbinder/protocol/button-tone.ts';
import { Fragment } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { refusalOf } from '../binder/refusal.ts';
import { Dialog } from '../design/dialog.tsx';
import { useDiscardQuestion } from '../design/discard-question.tsx';
import { Field } from '../design/field.tsx';
import { Alert } from '../design/states.tsx';
import { toast } from '../design/toast.tsx';
import { common } from '../strings/messages/common.ts';
import { home } from '../strings/messages/home.ts';
import { systemWords } from '../strings/system-words.ts';
import { useApp } from '../timeline/context.ts';
import { pressStep } from '../transactions/press.ts';
import { pressOf } from './approvals.tsx';

const text = home.waitingPage;

/** The server's limit, in characters. */
const MAX_COMMENT = 10_000;

interface Failure {
  title: string;
  reason: string;
}

export function BulkAnswer({ steps, close }: { steps: readonly WaitingStep[]; close: () => void }) {
  const { client } = useApp();
  const form = useRef<HTMLDivElement>(null);
  const [done, setDone] = useState<number>();
  const [failures, setFailures] = useState<readonly Failure[]>();
  const stopped = useRef(false);
  useEffect(
    () => () => {
      stopped.current = true;
    },
    [],
  );
  const stop = () => {
    stopped.current = true;
    close();
  };
  const readComment = () => form.current?.querySelector('textarea')?.value.trim() ?? '';
  const { ask, question, cancelling, withdraw } = useDiscardQuestion(
    () => done === undefined && readComment() !== '',
    stop,
  );
  // The list of failures replaces the focused button.
  useEffect(() => {
    if (failures) cancelling.current?.focus();
  }, [failures]);
  const choices = commonButtons(steps);
  const answer = async (button: Action) => {
    if (done !== undefined) return;
    const comment = readComment();
    const failed: Failure[] = [];
    let answered = 0;
    setDone(0);
    // Answer one step at a time, so that the logs follow the list's order.
    for (const [index, step] of steps.entries()) {
      if (stopped.current) break;
      const { path, body } = pressOf(step, findButton(step, button) ?? button, { comment });
      try {
        await pressStep(client, path, body, (forget) => forget());
        answered++;
      } catch (error) {
        failed.push({ title: step.transaction.title, reason: refusalOf(error).message });
      }
      setDone(index + 1);
    }
    if (failed.length > 0 && !stopped.current) return setFailures(failed);
    if (!stopped.current) close();
    toast(failed.length > 0 ? text.doneAndFailed(answered, failed.length) : text.done(answered));
  };
  return (
    <Dialog title={text.answerTitle(steps.length)} close={ask}>
      <Alert as="div" class="">
        {failures && (
          <>
            {failures.length < steps.length && <p>{text.done(steps.length - failures.length)}</p>}
            <p class="wrong">{text.failed(failures.length)}</p>
            <ul>
              {failures.map(({ title, reason }, index) => (
                <li key={index}>{common.about(title, reason)}</li>
              ))}
            </ul>
          </>
        )}
      </Alert>
      {!failures && (
        <>
          <div ref={form} onInput={withdraw}>
            <ul class="waiting-titles">
              {steps.map(({ binder, step, transaction }) => (
                <li key={`${binder.id}/${step.id}`} dir="auto">
                  {transaction.title}
                </li>
              ))}
            </ul>
            {choices.length === 0 ? (
              <p>{text.noCommonButton}</p>
            ) : (
              <Field
                label={text.comment}
                name="comment"
                rows={3}
                maxLength={MAX_COMMENT}
                hint={text.commentHint}
              />
            )}
          </div>
          <p class="muted small" role="status">
            {done !== undefined && text.progress(done, steps.length)}
          </p>
        </>
      )}
      <div class="choose waiting-buttons">
        {question || (
          <Fragment key="form">
            <button type="button" class="button" ref={cancelling} onClick={ask}>
              {failures ? text.close : done === undefined ? common.actions.cancel : text.stop}
            </button>
            {!failures &&
              choices.map((action, index) => (
                <button
                  key={action.id}
                  type="button"
                  class={`button ${toneOf(action, index)}`}
                  aria-disabled={done !== undefined}
                  onClick={() => void answer(action)}
                >
                  <bdi>{systemWords(action.text)}</bdi>
                </button>
              ))}
          </Fragment>
        )}
      </div>
    </Dialog>
  );
}

function commonButtons([first, ...others]: readonly WaitingStep[]): readonly Action[] {
  const actions = first?.step.actions ?? [];
  return actions.filter(
    (action) =>
      first !== undefined &&
      findButton(first, action) === action &&
      others.every((other) => findButton(other, action) !== undefined),
  );
}

const findButton = ({ step }: WaitingStep, { text, outcome, veto = false }: Action): Action | undefined =>
  step.actions.find(
    (each) =>
      each.text === text &&
      each.outcome === outcome &&
      (each.veto ?? false) === veto &&
      ((step.fields ?? step.page_ids ?? step.file_requests ?? step.signatures) === undefined ||
        outcome === 'rejected'),
  );
