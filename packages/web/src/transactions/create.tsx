import { unwrap } from '@ringbinder/client';
import { useState } from 'preact/hooks';
import type { BinderContext } from '../binder/context.ts';
import { documentsOf } from '../binder/documents.ts';
import { membersOf } from '../binder/people.ts';
import { explained, Refusal } from '../binder/refusal.ts';
import { Field } from '../design/field.tsx';
import { FormDialog, type FormValues } from '../design/form-dialog.tsx';
import { toast } from '../design/toast.tsx';
import { transactionForm as words } from '../strings/en/transaction-form.ts';
import {
  type Draft,
  draftButton,
  draftOf,
  draftStep,
  MAX_STEPS,
  missingIn,
  type TemplateName,
  toBody,
} from './draft.ts';
import { DueFields, readDueFields } from './due-fields.tsx';
import { useGroups } from './groups.ts';
import { StepFields } from './step-fields.tsx';

const TEMPLATES = Object.keys(words.templates) as TemplateName[];

interface CreateProps {
  binder: BinderContext;
  close: () => void;
}

export function CreateTransaction({ binder, close }: CreateProps) {
  const { client, id: binder_id, state, me } = binder;
  const members = membersOf(state.value);
  const documents = documentsOf(state.value?.pages ?? []);
  const others = members.filter(({ user }) => user.id !== me.id && !user.is_bot).map(({ user }) => user.id);
  const groups = useGroups(client, members.find(({ user }) => user.id === me.id)?.user.org_id);
  const [template, setTemplate] = useState<TemplateName>('approval');
  const [draft, setDraft] = useState<Draft>(() => draftOf('approval', others));
  const choose = (name: TemplateName) => {
    setTemplate(name);
    setDraft(draftOf(name, others));
  };
  const send = async (values: FormValues) => {
    const missing = missingIn(draft);
    const [first] = Object.values(missing);
    if (first !== undefined) throw new Refusal(first, missing);
    const input = {
      title: values.get('title'),
      content: values.get('content'),
      isAnnounced: values.has('announce'),
    };
    const params = { path: { binder_id } };
    const observers = values.all('observers').map((user_id) => ({ user_id }));
    const body = {
      ...toBody(draft, input),
      ...readDueFields(values),
      ...(observers.length > 0 && { observers }),
    };
    const { transaction_id } = await explained(
      unwrap(client.api.POST('/{binder_id}/transactions', { params, body })),
    );
    close();
    toast(words.done);
    binder.navigate(binder.links.transaction(transaction_id));
  };
  const add = () => {
    const buttons = draft.steps.at(-1)?.buttons ?? [draftButton(words.templateButtons.done)];
    const copies = buttons.map((button) => draftButton(button.text, button.outcome));
    setDraft({ ...draft, steps: [...draft.steps, draftStep(copies)] });
  };
  return (
    <FormDialog title={words.heading} submit={words.submit} close={close} send={send} wide>
      <fieldset class="templates">
        <legend>{words.kind}</legend>
        {TEMPLATES.map((name) => (
          <label key={name}>
            <input
              type="radio"
              name="template"
              value={name}
              checked={name === template}
              onChange={() => choose(name)}
            />
            <span>
              <strong>{words.templates[name].name}</strong>
              <span class="muted small">{words.templates[name].about}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <Field label={words.title} name="title" required placeholder={words.titleExample} />
      <Field label={words.content} name="content" rows={2} hint={words.contentHint} />
      <DueFields />
      <fieldset class="draft-steps">
        <legend>{words.people}</legend>
        {draft.steps.length > 1 && (
          <fieldset class="segments">
            <legend class="hidden-visually">{words.order}</legend>
            {(['sequence', 'parallel'] as const).map((order) => (
              <label key={order}>
                <input
                  type="radio"
                  name="order"
                  checked={draft.order === order}
                  onChange={() => setDraft({ ...draft, order })}
                />
                <span>{words.orders[order]}</span>
              </label>
            ))}
          </fieldset>
        )}
        <ol>
          {draft.steps.map((step, index) => (
            <StepFields
              key={step.key}
              draft={draft}
              step={step}
              index={index}
              members={members}
              documents={documents}
              groups={groups}
              change={setDraft}
            />
          ))}
        </ol>
        {draft.steps.length < MAX_STEPS && (
          <button type="button" class="button compact quiet" onClick={add}>
            {words.addStep}
          </button>
        )}
      </fieldset>
      {others.length > 0 && (
        <details class="draft-buttons draft-observers">
          <summary>{words.observers}</summary>
          <p class="muted small">{words.observersHint}</p>
          <ul>
            {members
              .filter(({ user }) => others.includes(user.id))
              .map(({ user }) => (
                <li key={user.id}>
                  <label class="check">
                    <input type="checkbox" name="observers" value={user.id} />
                    <bdi>{user.name}</bdi>
                  </label>
                </li>
              ))}
          </ul>
        </details>
      )}
      <label class="check">
        <input type="checkbox" name="announce" defaultChecked />
        {words.announce}
      </label>
    </FormDialog>
  );
}
