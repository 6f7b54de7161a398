import { type RingbinderClient, RingbinderError, unwrap } from '@ringbinder/client';
import { useEffect, useRef, useState } from 'preact/hooks';
import { warnBeforeLeaving } from '../../binder/leaving.ts';
import { explained, Refusal, refusalOf } from '../../binder/refusal.ts';
import { Field } from '../../design/field.tsx';
import { FormDialog, type FormValues, useControl, useUnsaved } from '../../design/form-dialog.tsx';
import { Glyph } from '../../design/glyph.tsx';
import { toast } from '../../design/toast.tsx';
import { templateBuilder as words } from '../../strings/messages/template-builder.ts';
import { templateSaving as saving } from '../../strings/messages/template-saving.ts';
import { transactionForm as form } from '../../strings/messages/transaction-form.ts';
import { peopleIn } from '../draft.ts';
import { DraftSteps, Observers, readReopenings } from '../draft-steps.tsx';
import { ReminderField, readReminders } from '../due-fields.tsx';
import { isGroup, useGroups } from '../groups.ts';
import { useListFocus } from '../list-focus.ts';
import { InsertVariable } from './insert-variable.tsx';
import { TemplatePreview } from './preview.tsx';
import { MAX_ROLE } from './role-name.ts';
import { readableName, readTemplate, type Template } from './template.ts';
import {
  type DraftRole,
  draftRole,
  formField,
  isAnnouncedIn,
  isEscalatedTo,
  missingInTemplate,
  newTemplate,
  type TemplateDraft,
  templateBody,
  variablesIn,
  withoutRole,
} from './template-draft.ts';
import { TextField } from './text-field.tsx';

interface BuildTemplateProps {
  client: RingbinderClient;
  orgId: string;
  stored?: { template: Template; draft: TemplateDraft } | undefined;
  close: () => void;
}

const MAX_ROLES = 100;
const ALL = '/orgs/{org_id}/transaction_templates';

export function BuildTemplate({ client, orgId, stored, close }: BuildTemplateProps) {
  const [initial] = useState(() => stored?.draft ?? newTemplate());
  const [draft, setDraft] = useState(initial);
  const set = (changed: Partial<TemplateDraft>) => setDraft({ ...draft, ...changed });
  const { isUnsaved, onInput } = useUnsaved();
  const warn = () => {
    onInput();
    warnBeforeLeaving('template', true);
  };
  useEffect(() => {
    if (draft !== initial) warn();
  }, [draft]);
  useEffect(() => () => warnBeforeLeaving('template', false), []);
  const groups = useGroups(client, orgId, initial.steps.flatMap(peopleIn).filter(isGroup));
  const save = useSaving({ client, orgId, template: stored?.template });
  const choices = draft.roles.map((role, index) => ({
    ...role,
    name: role.name.trim() || words.unnamedRole(index + 1),
  }));
  const body = templateBody({ ...draft, roles: choices }, { isAnnounced: true });
  const variables = variablesIn(body);
  const send = async (values: FormValues) => {
    const missing = missingInTemplate(draft);
    const [first] = Object.values(missing);
    if (first !== undefined) throw new Refusal(first, missing);
    const settings = {
      isAnnounced: values.has('announce'),
      ...readReminders(values),
      ...readReopenings(values),
    };
    await save(values.get('name'), templateBody(draft, settings));
    close();
    toast(saving.saved);
  };
  return (
    <FormDialog
      title={stored ? words.edit(stored.template.name) : saving.newTemplate}
      submit={stored ? words.saveVersion : saving.submit}
      close={close}
      isUnsaved={isUnsaved}
      onInput={warn}
      send={send}
      problems={() => missingInTemplate(draft)}
      wide
    >
      <Field label={saving.name} name="name" value={stored?.template.name ?? ''} required maxLength={255} />
      <TextField
        name="title"
        label={saving.title}
        value={draft.title}
        maxLength={1_000}
        change={(title) => set({ title })}
      >
        <InsertVariable field="title" label={saving.title} variables={variables} />
      </TextField>
      <TextField
        name="content"
        label={saving.content}
        value={draft.content}
        rows={2}
        isOptional
        hint={saving.variablesHint('{{customer}}')}
        change={(content) => set({ content })}
      >
        <InsertVariable field="content" label={saving.content} variables={variables} />
      </TextField>
      {variables.length > 0 && (
        <p class="muted small">{words.used(variables.map(readableName).join(', '))}</p>
      )}
      <div class="due-fields">
        <TextField
          name="due_in"
          label={saving.days}
          value={draft.days}
          type="number"
          min={Math.min(1, Number(initial.days || 1))}
          isOptional
          hint={saving.daysHint}
          change={(days) => set({ days })}
        />
        <ReminderField reminders={stored && (draft.stored?.reminders ?? [])} />
      </div>
      <Roles draft={draft} change={setDraft} />
      <DraftSteps
        draft={draft}
        change={setDraft}
        choices={choices}
        documents={[]}
        groups={groups}
        texts={words}
        maxReopenings={draft.stored?.max_reopenings}
      />
      <Observers people={choices} chosen={draft.observers} change={(observers) => set({ observers })} />
      <label class="check">
        <input
          type="checkbox"
          name="announce"
          defaultChecked={draft.stored === undefined || isAnnouncedIn(draft.stored)}
        />
        {form.announce}
      </label>
      <TemplatePreview
        use={{ template: { body }, roles: {}, variables: {} }}
        choices={{ members: [], groups }}
      />
    </FormDialog>
  );
}

interface SavingOptions {
  client: RingbinderClient;
  orgId: string;
  template: Template | undefined;
}

/** Throws a Refusal if another user has saved a newer version. A second attempt saves a later version. */
function useSaving({ client, orgId: org_id, template }: SavingOptions) {
  const previous = useRef(template?.version);
  const attempt = useRef({ json: '', key: '' });
  return async (name: string, body: Template['body']): Promise<void> => {
    const json = JSON.stringify([name, body, previous.current]);
    // The server may have saved a failed attempt, so a retry with equal content keeps its key.
    if (json !== attempt.current.json) attempt.current = { json, key: crypto.randomUUID() };
    const headers = { 'idempotency-key': attempt.current.key };
    try {
      if (!template) {
        await unwrap(client.api.POST(ALL, { params: { path: { org_id } }, headers, body: { name, body } }));
        return;
      }
      const params = { path: { org_id, template_id: template.id } };
      const change = {
        body,
        ...(name !== template.name && { name }),
        ...(previous.current !== undefined && { previous_version: previous.current }),
      };
      await unwrap(client.api.POST(`${ALL}/{template_id}`, { params, headers, body: change }));
    } catch (error) {
      if (error instanceof RingbinderError && error.status >= 400 && error.status < 500)
        attempt.current.json = '';
      if (template && isStale(error)) {
        const { version } = await explained(readTemplate(client, org_id, template.id));
        previous.current = version;
        throw new Refusal(words.stale(version));
      }
      throw atFields(error);
    }
  };
}

const isStale = (error: unknown): boolean =>
  error instanceof RingbinderError && error.fields.some(({ path }) => path === 'previous_version');

function atFields(error: unknown): Refusal {
  const refusal = refusalOf(error);
  const fields = Object.entries(refusal.fields).map(([path, message]) => [formField(path), message]);
  return new Refusal(refusal.message, Object.fromEntries(fields));
}

interface RolesProps {
  draft: TemplateDraft;
  change: (draft: TemplateDraft) => void;
}

function Roles({ draft, change }: RolesProps) {
  const { roles } = draft;
  const { list, add } = useListFocus<HTMLUListElement>(roles.length);
  return (
    <fieldset class="draft-steps">
      <legend>{saving.roles}</legend>
      <p class="muted small">{saving.rolesHint}</p>
      <ul class="draft-roles" ref={list}>
        {roles.map((role, index) => (
          <RoleField
            key={role.id}
            index={index}
            role={role}
            change={(name) =>
              change({ ...draft, roles: roles.map((each) => (each === role ? { ...role, name } : each)) })
            }
            remove={isEscalatedTo(draft, role) ? undefined : () => change(withoutRole(draft, role))}
          />
        ))}
      </ul>
      {roles.length < MAX_ROLES && (
        <button
          type="button"
          class="button compact quiet"
          ref={add}
          onClick={() => change({ ...draft, roles: [...roles, draftRole()] })}
        >
          {words.addRole}
        </button>
      )}
    </fieldset>
  );
}

interface RoleFieldProps {
  index: number;
  role: DraftRole;
  change: (name: string) => void;
  remove: (() => void) | undefined;
}

function RoleField({ index, role, change, remove }: RoleFieldProps) {
  const { control, reason } = useControl(`roles[${index}]`);
  const label = words.removeRole(role.name.trim() || words.unnamedRole(index + 1));
  return (
    <li class="draft-button">
      <input
        {...control}
        dir="auto"
        value={role.name}
        maxLength={MAX_ROLE}
        autocomplete="off"
        placeholder={words.roleExample}
        aria-label={words.roleName(index + 1)}
        onInput={(event) => change(event.currentTarget.value)}
      />
      {remove && (
        <button type="button" class="tool" aria-label={label} title={label} onClick={remove}>
          <Glyph name="close" />
        </button>
      )}
      {reason}
    </li>
  );
}
