import { unwrap } from '@ringbinder/client';
import type { SharedAssignee, Step, Transaction } from '@ringbinder/protocol';
import { plainText } from '@ringbinder/protocol/plain-text.ts';
import { useEffect, useState } from 'preact/hooks';
import type { BinderContext } from '../binder/context.ts';
import { explained } from '../binder/refusal.ts';
import { SectionHead } from '../binder/section.tsx';
import { formatTime } from '../design/format.ts';
import { Failed, Skeleton } from '../design/states.tsx';
import { receipts } from '../strings/messages/receipts.ts';
import { transactionAudit as text } from '../strings/messages/transaction-audit.ts';
import { systemWords } from '../strings/system-words.ts';
import { actionOf, pressedAction } from '../transactions/progress.ts';
import { saveReceipt } from '../transactions/receipt.ts';
import { AuditEntries, type AuditedDocument } from './audit-entries.tsx';

async function readAudit({ client, id: binder_id }: BinderContext, transaction_id: number) {
  const path = { binder_id, transaction_id };
  const read = (query: { cursor?: string; documents_cursor?: string }) => {
    const params = { path, query };
    return explained(unwrap(client.api.GET('/{binder_id}/transactions/{transaction_id}/audit', { params })));
  };
  const first = await read({});
  const [entries, documents] = [[...first.entries], [...first.documents]];
  for (let { next_cursor: cursor } = first; cursor !== undefined; ) {
    const next = await read({ cursor });
    entries.push(...next.entries);
    cursor = next.next_cursor;
  }
  for (let { next_documents_cursor: cursor } = first; cursor !== undefined; ) {
    const next = await read({ documents_cursor: cursor });
    documents.push(...next.documents);
    cursor = next.next_documents_cursor;
  }
  return { transaction: first.transaction, entries, documents };
}
type Audited = Awaited<ReturnType<typeof readAudit>>;

export function Audit({ binder, id }: { binder: BinderContext; id: number }) {
  const [audited, setAudited] = useState<Audited | Error>();
  const [attempt, setAttempt] = useState(0);
  const changed = binder.state.value?.transactions.find((each) => each.id === id)?.updated_time;
  useEffect(() => {
    let isThere = true;
    const settle = (result: Audited | Error) => isThere && setAudited(result);
    readAudit(binder, id).then(settle, settle);
    return () => {
      isThere = false;
    };
  }, [binder, id, attempt, changed]);
  if (audited === undefined) return <Skeleton />;
  if (audited instanceof Error)
    return <Failed message={audited.message} retry={() => setAttempt(attempt + 1)} />;
  return <Report binder={binder} audited={audited} />;
}

function Report({ binder, audited }: { binder: BinderContext; audited: Audited }) {
  const { transaction, entries, documents } = audited;
  const { id, title, content, creator, created_time, steps } = transaction;
  const back = { href: binder.links.transaction(id), label: title };
  return (
    <div class="section-page">
      <article class="audit-page">
        <SectionHead title={text.title(title)} back={back}>
          {transaction.outcome !== undefined && (
            <button
              type="button"
              class="button compact"
              onClick={() => saveReceipt(binder, transaction, 'html')}
            >
              {receipts.html}
            </button>
          )}
          <button type="button" class="button compact" onClick={() => print()}>
            {text.print}
          </button>
        </SectionHead>
        <dl>
          <dt>{text.askedBy}</dt>
          <dd>
            {creator.name}, <Time at={created_time} />
          </dd>
          <dt>{text.state}</dt>
          <dd>{stateOf(transaction)}</dd>
          <dt>{text.binder}</dt>
          <dd dir="auto">{binder.state.value?.binder.name}</dd>
          <dt>{text.number}</dt>
          <dd>
            <code>{text.numberOf(binder.id, id)}</code>
          </dd>
          {content && (
            <>
              <dt>{text.content}</dt>
              <dd dir="auto" class="transaction-text">
                {plainText(content)}
              </dd>
            </>
          )}
        </dl>
        <section class="section-group" aria-labelledby="audit-steps">
          <h3 id="audit-steps">{text.steps}</h3>
          <ol class="rows">
            {steps.flatMap((step) =>
              (step.assignees ?? [step.assignee]).map((assignee) => (
                <StepRow key={`${step.id}${assignee.user_id}`} step={step} assignee={assignee} />
              )),
            )}
          </ol>
        </section>
        <AuditEntries
          binder={binder}
          transaction={transaction}
          entries={entries}
          documents={documents satisfies readonly AuditedDocument[]}
        />
        <p class="muted small">
          {text.made} <Time at={Date.now()} />
        </p>
      </article>
    </div>
  );
}

function StepRow({ step, assignee }: { step: Step; assignee: SharedAssignee }) {
  const time = step.assignees ? assignee.pressed?.time : step.completed_time;
  return (
    <li class="member">
      <div class="member-about">
        <strong dir="auto">{assignee.name}</strong>
        <span class="muted small">{assignee.email}</span>
      </div>
      <span class="small">
        {step.assignees ? standingOfOne(step, assignee) : standingOf(step)}
        {time !== undefined && (
          <>
            {', '}
            <Time at={time} />
          </>
        )}
      </span>
    </li>
  );
}

function Time({ at }: { at: number }) {
  return <time dateTime={new Date(at).toISOString()}>{formatTime(at)}</time>;
}

function stateOf({ outcome, is_active, display_status }: Transaction): string {
  const state = text.states[outcome ?? (is_active ? 'open' : 'stopped')];
  const statusText = display_status?.text;
  return statusText === undefined || statusText === state ? state : `${state} (${statusText})`;
}

function standingOf(step: Step): string {
  if (step.status !== 'completed') return text.waiting[step.status];
  return text.answered(systemWords(pressedAction(step)?.text ?? step.clicked_button_id ?? ''));
}

function standingOfOne(step: Step, assignee: SharedAssignee): string {
  if (assignee.pressed)
    return text.answered(systemWords(actionOf(step, assignee)?.text ?? assignee.pressed.click_button_id));
  return text.waiting[step.status === 'completed' ? 'skipped' : step.status];
}
