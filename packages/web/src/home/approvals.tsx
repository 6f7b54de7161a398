import type { Action, HomeApproval, WaitingStep } from '@ringbinder/protocol';
import type { ComponentChildren } from 'preact';
import { refusalOf } from '../binder/refusal.ts';
import { Due } from '../design/due.tsx';
import { dueTimeOf } from '../design/due-state.ts';
import { RelativeTime } from '../design/time.tsx';
import { toastError } from '../design/toast.tsx';
import { binderPath } from '../router.ts';
import { binder as texts } from '../strings/messages/binder.ts';
import { home as words } from '../strings/messages/home.ts';
import { useApp } from '../timeline/context.ts';
import { signingOf, useAnswerDialog } from '../transactions/answer-dialog.tsx';
import { Answers } from '../transactions/answers.tsx';
import {
  announceAnswer,
  detailsIn,
  type PressDetails,
  pressedInTab,
  pressStep,
} from '../transactions/press.ts';
import { BinderName, findTitle, Row, SectionFrame, type SectionProps } from './section.tsx';
import { waitingPath } from './waiting-path.ts';

/** A step with more buttons can only be answered in its transaction. */
const MAX_BUTTONS = 3;

export function Approvals({ store, section }: SectionProps<HomeApproval>) {
  const { boot } = useApp();
  return (
    <SectionFrame name="approvals" title={texts.sections.transactions} store={store} section={section}>
      <ul class="rows home-approvals">
        {section.items.map((item) => (
          <Approval key={`${item.binder.id}/${item.step.id}`} reload={store.load} item={item} />
        ))}
      </ul>
      <a class="button compact quiet" href={waitingPath(boot.root)}>
        {words.waitingPage.all}
      </a>
    </SectionFrame>
  );
}

interface ApprovalProps {
  item: WaitingStep;
  reload: () => Promise<void>;
  lead?: ComponentChildren;
}

export function Approval({ item, reload, lead }: ApprovalProps) {
  const { client, boot } = useApp();
  const { binder, transaction, step, user, time } = item;
  const href = binderPath(boot.root, binder.id, 'transactions', transaction.id);
  const pageHref = (pageId: number) =>
    `${binderPath(boot.root, binder.id, 'pages', pageId)}?transaction=${transaction.id}`;
  const [firstPage] = step.page_ids ?? [];
  const press = (action: Action, details: PressDetails = {}) => {
    const { path, body } = pressOf(item, action, details);
    return pressStep(client, path, body, (forget) => {
      announceAnswer(action);
      void reload().then(forget);
    });
  };
  const answering = useAnswerDialog(
    transaction.title,
    step.fields,
    press,
    signingOf(
      client,
      { binder_id: binder.id, transaction_id: transaction.id, step_id: step.id },
      step.signatures,
      pageHref,
    ),
  );
  const choose = async (action: Action) => {
    try {
      await press(action);
    } catch (error) {
      // Show the error outside the item, which may disappear when the list reloads.
      toastError(refusalOf(error).message);
      void reload();
    }
  };
  const title = (
    <a dir="auto" class="home-name" href={href}>
      {transaction.title}
    </a>
  );
  const due = dueTimeOf(step);
  const about = (
    <>
      <BinderName binder={binder} />
      {` · ${words.requestedBy(user.name)} · `}
      {item.for && `${words.waitingPage.forPerson(item.for.name)} · `}
      <RelativeTime at={time} /> {due !== undefined && <Due at={due} />}
    </>
  );
  return (
    <Row title={title} about={about} lead={lead}>
      {step.actions.length <= MAX_BUTTONS && !step.page_ids && !step.file_requests ? (
        <Answers
          title={transaction.title}
          actions={step.actions}
          chosen={pressedInTab(binder.id, step)}
          choose={(action) => (answering.isNeeded(action) ? answering.open(action) : void choose(action))}
          findNext={findNext}
        />
      ) : (
        <a
          class="button compact"
          href={firstPage === undefined ? href : pageHref(firstPage)}
          aria-label={words.openNamed(transaction.title)}
        >
          {words.open}
        </a>
      )}
      {answering.dialog}
    </Row>
  );
}

export function pressOf(
  { binder, transaction, step, for: represented }: WaitingStep,
  action: Action,
  details: PressDetails,
) {
  return {
    path: { binder_id: binder.id, transaction_id: transaction.id, step_id: step.id },
    body: {
      click_button_id: action.id,
      ...detailsIn(details),
      ...(represented && { for_user_id: represented.id }),
    },
  };
}

/** Returns the element to focus next: not a button, because a second press would answer the next step. */
const findNext = (): HTMLElement | null =>
  document.querySelector<HTMLElement>('.home-approvals .home-name') ?? findTitle();
