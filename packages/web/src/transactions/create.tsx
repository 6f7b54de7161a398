import { unwrap } from '@ringbinder/client';
import type { Member } from '@ringbinder/protocol';
import type { RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { availableMembersOf } from '../binder/available-members.ts';
import type { BinderContext } from '../binder/context.ts';
import { documentsOf, type PageDocument } from '../binder/documents.ts';
import { isPdf } from '../binder/page-kind.ts';
import { explained, Refusal } from '../binder/refusal.ts';
import { Field } from '../design/field.tsx';
import { FormDialog, type FormValues } from '../design/form-dialog.tsx';
import { fromDueFields } from '../design/local-field.ts';
import { lazy } from '../design/states.tsx';
import { toast } from '../design/toast.tsx';
import { templates as templateWords } from '../strings/messages/templates.ts';
import { transactionForm as words } from '../strings/messages/transaction-form.ts';
import {
  type Draft,
  draftOf,
  missingIn,
  type RequestDocument,
  type TemplateName,
  toBody,
  withDocument,
} from './draft.ts';
import { DraftSteps, Observers, readReopenings } from './draft-steps.tsx';
import { DueFields, readDueFields, readReminders } from './due-fields.tsx';
import { type GroupChoice, useGroups } from './groups.ts';
import { atRoles, missingInUse, type TemplateUse, toUse, useTemplates } from './templates/template.ts';

const TEMPLATES = Object.keys(words.templates) as TemplateName[];

const UseTemplate = lazy(() => import('./templates/use-template.tsx').then((module) => module.UseTemplate));

type Kind = TemplateName | 'template';

interface Unfinished {
  kind: Kind;
  draft: Draft;
  use: TemplateUse | undefined;
  fields: FormData;
}

/** Entries of forms that Escape or Back closed, by binder. */
const unfinished = new Map<string, Unfinished>();

interface CreateProps {
  binder: BinderContext;
  /** The request is about this document. The form then keeps no entries. */
  document?: RequestDocument | undefined;
  close: () => void;
}

export function CreateTransaction({ binder, document, close }: CreateProps) {
  const { client, id: binder_id, state, me } = binder;
  const members = availableMembersOf(state.value);
  const others = members.filter(({ user }) => user.id !== me.id && !user.is_bot).map(({ user }) => user.id);
  const orgId = members.find(({ user }) => user.id === me.id)?.user.org_id;
  const groups = useGroups(client, orgId);
  const templates = useTemplates(client, orgId);
  const documents = documentsOf(state.value?.pages ?? []);
  const [kept] = useState(() => (document ? undefined : unfinished.get(binder_id)));
  const [kind, setKind] = useState<Kind>(kept?.kind ?? document?.kind ?? 'approval');
  const newDraft = (of: TemplateName) => withDocument(draftOf(of, others), document?.pages ?? []);
  const [draft, setDraft] = useState<Draft>(() => kept?.draft ?? newDraft(document?.kind ?? 'approval'));
  const [use, setUse] = useState(kept?.use);
  const first = useRef<HTMLFieldSetElement>(null);
  const latest = useRef({ kind, draft, use });
  latest.current = { kind, draft, use };
  const isChanged = useRef(kept !== undefined);
  const isSending = useRef(false);
  /** The entries of a form that was closed during its request. */
  const closed = useRef<Unfinished>(undefined);
  useLayoutEffect(
    () => () => {
      const form = first.current?.form;
      if (!isChanged.current || !form || document) return;
      const all = { ...latest.current, fields: new FormData(form) };
      if (isSending.current) closed.current = all;
      else unfinished.set(binder_id, all);
    },
    [],
  );
  const change = () => {
    isChanged.current = true;
  };
  const end = () => {
    if (!document) unfinished.delete(binder_id);
    isChanged.current = false;
    close();
  };
  const choose = (chosen: Kind) => {
    change();
    setKind(chosen);
    if (chosen !== 'template') setDraft(newDraft(chosen));
  };
  const send = async (values: FormValues) => {
    const body = kind === 'template' ? toUse(use) : bodyOf(draft, values);
    const params = { path: { binder_id } };
    isSending.current = true;
    try {
      const { transaction_id } = await explained(
        unwrap(client.api.POST('/{binder_id}/transactions', { params, body })),
      );
      if (closed.current === undefined) end();
      toast(words.done);
      binder.navigate(binder.links.transaction(transaction_id));
    } catch (error) {
      if (closed.current) unfinished.set(binder_id, closed.current);
      throw atRoles(error);
    } finally {
      isSending.current = false;
    }
  };
  return (
    <FormDialog
      title={words.heading}
      submit={words.submit}
      close={close}
      {...(document ? { isUnsaved: isChanged } : { cancel: end })}
      send={send}
      problems={() => (kind === 'template' ? missingInUse(use) : missingIn(draft))}
      onInput={change}
      wide
    >
      <Kinds
        kind={kind}
        choose={choose}
        hasPdfs={(document?.pages ?? documents.map(({ first }) => first)).some(isPdf)}
        hasTemplates={templates.length > 0}
        element={first}
      />
      {kind === 'template' && orgId !== undefined ? (
        <UseTemplate
          client={client}
          orgId={orgId}
          templates={templates}
          choices={{ members: members.filter(({ user }) => !user.is_bot), groups }}
          use={use}
          change={(changed) => {
            change();
            setUse(changed);
          }}
        />
      ) : (
        <DraftFields
          draft={draft}
          change={(changed) => {
            change();
            setDraft(changed);
          }}
          title={document?.name}
          fields={kept?.kind === 'template' ? undefined : kept?.fields}
          members={members}
          documents={documents}
          groups={groups}
          others={others}
        />
      )}
    </FormDialog>
  );
}

function bodyOf(draft: Draft, values: FormValues) {
  const missing = missingIn(draft);
  const [first] = Object.values(missing);
  if (first !== undefined) throw new Refusal(first, missing);
  const input = {
    title: values.get('title'),
    content: values.get('content'),
    isAnnounced: values.has('announce'),
  };
  const observers = values.all('observers').map((user_id) => ({ user_id }));
  return {
    ...toBody(draft, input),
    ...readDueFields(values),
    ...readReopenings(values),
    ...(observers.length > 0 && { observers }),
  };
}

interface KindsProps {
  kind: Kind;
  choose: (kind: Kind) => void;
  hasPdfs: boolean;
  hasTemplates: boolean;
  element: RefObject<HTMLFieldSetElement | null>;
}

function Kinds({ kind, choose, hasPdfs, hasTemplates, element }: KindsProps) {
  const possible = TEMPLATES.filter((each) => hasPdfs || each !== 'signature');
  const kinds: readonly Kind[] = hasTemplates ? [...possible, 'template'] : possible;
  return (
    <fieldset class="templates" ref={element}>
      <legend>{words.kind}</legend>
      {kinds.map((each) => {
        const { name, about } = each === 'template' ? templateWords.kind : words.templates[each];
        return (
          <label key={each}>
            <input
              type="radio"
              name="template"
              value={each}
              checked={each === kind}
              onChange={() => choose(each)}
            />
            <span>
              <strong>{name}</strong>
              <span class="muted small">{about}</span>
            </span>
          </label>
        );
      })}
    </fieldset>
  );
}

interface DraftFieldsProps {
  draft: Draft;
  change: (draft: Draft) => void;
  title: string | undefined;
  fields: FormData | undefined;
  members: readonly Member[];
  documents: readonly PageDocument[];
  groups: readonly GroupChoice[];
  others: readonly string[];
}

function DraftFields({ draft, change, title, fields, members, documents, groups, others }: DraftFieldsProps) {
  const people = members.map(({ user: { id, name } }) => ({ id, name }));
  const get = (name: string) => String(fields?.get(name) ?? '');
  return (
    <>
      <Field
        label={words.title}
        name="title"
        value={get('title') || (title ?? '')}
        required
        placeholder={words.titleExample}
      />
      <Field label={words.content} name="content" value={get('content')} rows={2} hint={words.contentHint} />
      <DueFields
        dueTime={fromDueFields({ date: get('due_time'), time: get('due_clock') })}
        reminders={fields?.has('reminder') ? readReminders({ get }).reminders : undefined}
      />
      <DraftSteps
        draft={draft}
        change={change}
        choices={people}
        documents={documents}
        groups={groups}
        texts={words}
        maxReopenings={fields?.has('max_reopenings') ? Number(get('max_reopenings')) : undefined}
      />
      <Observers
        people={people.filter(({ id }) => others.includes(id))}
        chosen={fields?.getAll('observers').map(String)}
      />
      <label class="check">
        <input type="checkbox" name="announce" defaultChecked={fields?.has('announce') ?? true} />
        {words.announce}
      </label>
    </>
  );
}
