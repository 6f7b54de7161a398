import { type RingbinderClient, unwrap } from '@ringbinder/client';
import type { Action, FormField, StepSignature } from '@ringbinder/protocol';
import { isEntered } from '@ringbinder/protocol/form-answers.ts';
import { useState } from 'preact/hooks';
import { lazy } from '../design/states.tsx';
import { asksBeforeAnswer } from './ask-before-answer.ts';
import type { PressDetails } from './press.ts';
import type { Signing } from './sign-form.tsx';

const AnswerForm = lazy(() => import('./answer-form.tsx').then((module) => module.AnswerForm), 'quiet');

const SignForm = lazy(() => import('./sign-form.tsx').then((module) => module.SignForm), 'quiet');

const ReasonForm = lazy(() => import('./reason-form.tsx').then((module) => module.ReasonForm), 'quiet');

export const signingOf = (
  client: RingbinderClient,
  { binder_id, transaction_id, step_id }: { binder_id: string; transaction_id: number; step_id: number },
  places: readonly StepSignature[] | undefined,
  pageHref?: (id: number) => string,
): Signing | undefined =>
  places && {
    places,
    pageHref,
    async readPlaces() {
      const path = { binder_id, transaction_id };
      const call = client.api.GET('/{binder_id}/transactions/{transaction_id}', { params: { path } });
      const { steps } = await unwrap(call);
      return steps.find(({ id }) => id === step_id)?.signatures ?? places;
    },
  };

/**
 * The dialog stays open if a press is refused.
 * @param press throws a Refusal
 */
export function useAnswerDialog(
  title: string,
  allFields: readonly FormField[] = [],
  press: (action: Action, details: PressDetails) => Promise<void>,
  signing?: Signing,
) {
  const fields = allFields.filter(isEntered);
  const [action, setAction] = useState<Action>();
  const close = () => setAction(undefined);
  const isRejection = action?.outcome === 'rejected';
  const isForm = fields.length > 0 && !isRejection;
  const send = async (details: PressDetails) => {
    if (action) await press(action, details);
    close();
  };
  const dialog =
    action &&
    (signing && !isRejection ? (
      <SignForm
        title={title}
        {...signing}
        action={action}
        send={(signatures) => send({ signatures })}
        close={close}
      />
    ) : isForm ? (
      <AnswerForm
        title={title}
        fields={fields}
        action={action}
        send={(answers) => send({ answers })}
        close={close}
      />
    ) : (
      <ReasonForm {...{ title, action, close, send }} />
    ));
  const isNeeded = ({ outcome }: Action) =>
    outcome === 'rejected' || fields.length > 0 || signing !== undefined || asksBeforeAnswer();
  return { isNeeded, isOpen: action !== undefined, open: setAction, dialog };
}
