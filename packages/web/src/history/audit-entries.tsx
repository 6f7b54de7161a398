import type { LogEntry } from '@ringbinder/client';
import type { Transaction } from '@ringbinder/protocol';
import type { BinderContext } from '../binder/context.ts';
import { formatTime } from '../design/format.ts';
import { transactionAudit as text } from '../strings/messages/transaction-audit.ts';
import { systemWords } from '../strings/system-words.ts';

/** Times in milliseconds since 1970. */
export interface AuditedDocument {
  id: string;
  name: string;
  sha256: string;
  created_time: number;
  deleted_time?: number;
}

interface EntriesProps {
  binder: BinderContext;
  transaction: Transaction;
  entries: readonly LogEntry[];
  documents: readonly AuditedDocument[];
}

export function AuditEntries({ binder, transaction, entries, documents }: EntriesProps) {
  let before: string | undefined;
  return (
    <section class="section-group" aria-labelledby="audit-entries">
      <h3 id="audit-entries">{text.entries}</h3>
      <ol class="audit-entries">
        {entries.map((entry) => {
          const { seq, at, actor, kind } = entry;
          const there =
            kind === 'step_completed' || kind === 'step_pressed' ? documentsAt(documents, at) : undefined;
          const versions = there?.map(({ id }) => id).join(' ');
          const isSame = versions !== undefined && versions !== '' && versions === before;
          before = versions ?? before;
          return (
            <li key={seq}>
              <p>
                {!ABOUT_ANOTHER_PERSON.has(kind) && <strong dir="auto">{actor.name}</strong>}{' '}
                {whatIn(entry, transaction)}
              </p>
              <p class="muted small">
                <time dateTime={new Date(at).toISOString()}>{formatTime(at)}</time>
                {' · '}
                <a href={`${binder.links.section('chat')}?history=${seq}`}>{text.entry(seq)}</a>
              </p>
              {there && <Documents documents={there} isSame={isSame} />}
            </li>
          );
        })}
      </ol>
    </section>
  );
}

function Documents({ documents, isSame }: { documents: readonly AuditedDocument[]; isSame: boolean }) {
  if (isSame) return <p class="muted small">{text.sameDocuments}</p>;
  if (documents.length === 0) return <p class="muted small">{text.noDocuments}</p>;
  return (
    <>
      <p class="small">{text.documentsThen}</p>
      <ul class="audit-documents small">
        {documents.map(({ id, name, sha256 }) => (
          <li key={id}>
            {name}
            <br />
            <code class="muted">{text.sha256(sha256)}</code>
          </li>
        ))}
      </ul>
    </>
  );
}

function documentsAt(documents: readonly AuditedDocument[], at: number): AuditedDocument[] {
  return documents.filter(
    ({ created_time: from, deleted_time: until }) => from <= at && (until === undefined || until > at),
  );
}

/** Entries that name the assignee instead of the actor. */
const ABOUT_ANOTHER_PERSON = new Set(['step_assignee_unavailable', 'step_assignee_available']);

const nameIn = (name: unknown) => (typeof name === 'string' && name !== '' ? name : text.happened.erased);

function whatIn({ kind, body }: LogEntry, { steps }: Transaction): string {
  const { happened } = text;
  switch (kind) {
    case 'transaction_created':
      return happened.transactionCreated;
    case 'transaction_deleted':
      return happened.transactionDeleted;
    case 'transaction_reopened':
      return happened.transactionReopened;
    case 'step_link_created':
      return happened.stepLinkCreated;
    case 'step_link_used':
      return happened.stepLinkUsed;
    case 'transaction_moved':
      return Array.isArray(body.reopened) && body.reopened.length > 0 ? happened.movedBack : happened.movedOn;
    case 'step_reassigned':
      return happened.reassigned(nameIn(body.previous_name), nameIn(body.name));
    case 'step_assignee_unavailable':
      return happened[body.reason === 'left' ? 'left' : 'disabled'](nameIn(body.name));
    case 'step_assignee_available':
      return happened.available(nameIn(body.name));
    case 'transaction_ended':
      return body.outcome === 'rejected' ? happened.rejected : happened.completed;
    case 'step_assignee_added':
      return happened.added(nameIn(body.name));
    case 'step_page_read':
      return happened.read(nameIn(body.name));
    case 'step_viewed':
      return happened.viewed;
    case 'transaction_reminded':
      return happened.reminded;
    case 'step_file_delivered':
      return happened.delivered(nameIn(body.name), nameIn(body.label));
    case 'step_file_withdrawn':
      return happened.withdrew(nameIn(body.name));
    case 'step_signatures_drawn':
      return happened.signed(nameIn(body.name));
    case 'step_pressed':
    case 'step_completed': {
      const step = steps.find(({ id }) => id === body.id);
      const action = step?.actions.find(({ id }) => id === body.click_button_id);
      const button = systemWords(action?.text ?? String(body.click_button_id));
      return body.for_user_id === undefined
        ? happened.pressed(button)
        : happened.pressedFor(button, nameIn(body.for_name));
    }
    default:
      if (body.title !== undefined) return happened.renamed(String(body.title));
      if (body.is_active !== undefined) return body.is_active ? happened.opened : happened.stopped;
      return happened.transactionUpdated;
  }
}
