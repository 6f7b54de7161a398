import { unwrap } from '@ringbinder/client';
import type { Member } from '@ringbinder/protocol';
import { useState } from 'preact/hooks';
import type { BinderContext } from '../binder/context.ts';
import { documentsOf, type PageDocument } from '../binder/documents.ts';
import { membersOf } from '../binder/people.ts';
import { explained, Refusal } from '../binder/refusal.ts';
import { Field } from '../design/field.tsx';
import { FormDialog, type FormValues } from '../design/form-dialog.tsx';
import { lazy } from '../design/states.tsx';
import { toast } from '../design/toast.tsx';
import { templates as templateWords } from '../strings/messages/templates.ts';
import { transactionForm as words } from '../strings/messages/transaction-form.ts';
import { type Draft, draftOf, missingIn, type TemplateName, toBody } from './draft.ts';
import { DraftSteps, Observers, readReopenings } from './draft-steps.tsx';
import { DueFields, readDueFields } from './due-fields.tsx';
import { type GroupChoice, useGroups } from './groups.ts';
import { atRoles, type TemplateUse, toUse, useTemplates } from './templates/template.ts';

const TEMPLATES = Object.keys(words.templates) as TemplateName[];

const UseTemplate = lazy(() => import('./templates/use-template.tsx').then((module) => module.UseTemplate));

type Kind = TemplateName | 'template';

interface CreateProps {
  binder: BinderContext;
  close: () => void;
}

export function CreateTransaction({ binder, close }: CreateProps) {
  const { client, id: binder_id, state, me } = binder;
  const members = membersOf(state.value);
  const others = members.filter(({ user }) => user.id !== me.id && !user.is_bot).map(({ user }) => user.id);
  const orgId = members.find(({ user }) => user.id === me.id)?.user.org_id;
  const groups = useGroups(client, orgId);
  const templates = useTemplates(client, orgId);
  const [kind, setKind] = useState<Kind>('approval');
  const [draft, setDraft] = useState<Draft>(() => draftOf('approval', others));
  const [use, setUse] = useState<TemplateUse>();
  const choose = (chosen: Kind) => {
    setKind(chosen);
    if (chosen !== 'template') setDraft(draftOf(chosen, others));
  };
  const send = async (values: FormValues) => {
    const body = kind === 'template' ? toUse(use) : bodyOf(draft, values);
    const params = { path: { binder_id } };
    try {
      const { transaction_id } = await explained(
        unwrap(client.api.POST('/{binder_id}/transactions', { params, body })),
      );
      close();
      toast(words.done);
      binder.navigate(binder.links.transaction(transaction_id));
    } catch (error) {
      throw atRoles(error);
    }
  };
  return (
    <FormDialog title={words.heading} submit={words.submit} close={close} send={send} wide>
      <Kinds kind={kind} choose={choose} hasTemplates={templates.length > 0} />
      {kind === 'template' && orgId !== undefined ? (
        <UseTemplate
          client={client}
          orgId={orgId}
          templates={templates}
          choices={{ members: members.filter(({ user }) => !user.is_bot), groups }}
          use={use}
          change={setUse}
        />
      ) : (
        <DraftFields
          draft={draft}
          change={setDraft}
          members={members}
          documents={documentsOf(state.value?.pages ?? [])}
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
  hasTemplates: boolean;
}

function Kinds({ kind, choose, hasTemplates }: KindsProps) {
  const kinds: readonly Kind[] = hasTemplates ? [...TEMPLATES, 'template'] : TEMPLATES;
  return (
    <fieldset class="templates">
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
  members: readonly Member[];
  documents: readonly PageDocument[];
  groups: readonly GroupChoice[];
  others: readonly string[];
}

function DraftFields({ draft, change, members, documents, groups, others }: DraftFieldsProps) {
  const people = members.map(({ user: { id, name } }) => ({ id, name }));
  return (
    <>
      <Field label={words.title} name="title" required placeholder={words.titleExample} />
      <Field label={words.content} name="content" rows={2} hint={words.contentHint} />
      <DueFields />
      <DraftSteps
        draft={draft}
        change={change}
        choices={people}
        documents={documents}
        groups={groups}
        texts={words}
      />
      <Observers people={people.filter(({ id }) => others.includes(id))} />
      <label class="check">
        <input type="checkbox" name="announce" defaultChecked />
        {words.announce}
      </label>
    </>
  );
}
