import { unwrap } from '@ringbinder/client';
import type { Transaction } from '@ringbinder/protocol';
import { useState } from 'preact/hooks';
import type { BinderContext } from '../../binder/context.ts';
import { membersOf } from '../../binder/people.ts';
import { explained } from '../../binder/refusal.ts';
import { Field, Select } from '../../design/field.tsx';
import { FormDialog, useUnsaved } from '../../design/form-dialog.tsx';
import { toast } from '../../design/toast.tsx';
import { templateSaving as words } from '../../strings/messages/template-saving.ts';
import { bodyFrom, checkRoles, type Person, peopleOf, type Saving, savingOf } from './from-transaction.ts';
import { TemplatePreview } from './preview.tsx';
import { MAX_ROLE } from './role-name.ts';
import { useTemplates } from './template.ts';
import { TextField } from './text-field.tsx';

interface SaveTemplateProps {
  binder: BinderContext;
  transaction: Transaction;
  close: () => void;
}

const ALL = '/orgs/{org_id}/transaction_templates';

export function SaveTemplate({ binder: { client, me, state }, transaction, close }: SaveTemplateProps) {
  const org_id = membersOf(state.value).find(({ user }) => user.id === me.id)?.user.org_id ?? '';
  const templates = useTemplates(client, org_id || undefined);
  const [target, setTarget] = useState('');
  const [saving, setSaving] = useState(() => savingOf(transaction));
  const set = (changed: Partial<Saving>) => setSaving({ ...saving, ...changed });
  const body = bodyFrom(transaction, saving);
  const groups = transaction.steps.flatMap((step) => step.groups ?? []);
  return (
    <FormDialog
      title={words.heading}
      submit={words.submit}
      close={close}
      {...useUnsaved()}
      wide
      send={async (values) => {
        checkRoles(saving);
        await explained(
          target === ''
            ? unwrap(
                client.api.POST(ALL, {
                  params: { path: { org_id } },
                  body: { name: values.get('name'), body },
                }),
              )
            : unwrap(
                client.api.POST(`${ALL}/{template_id}`, {
                  params: { path: { org_id, template_id: target } },
                  body: { body },
                }),
              ),
        );
        close();
        toast(words.saved);
      }}
    >
      {templates.length > 0 && (
        <Select
          label={words.target}
          name="target"
          value={target}
          onChange={setTarget}
          options={[
            ['', words.newTemplate],
            ...templates.map(({ id, name }) => [id, words.newVersion(name)] as const),
          ]}
        />
      )}
      {target === '' && <Field label={words.name} name="name" required maxLength={255} />}
      <TextField
        name="body.title"
        label={words.title}
        value={saving.title}
        change={(title) => set({ title })}
      />
      <TextField
        name="body.content"
        label={words.content}
        value={saving.content}
        isOptional
        hint={words.variablesHint('{{customer}}')}
        change={(content) => set({ content })}
      />
      <TextField
        name="body.due_in"
        label={words.days}
        value={saving.days}
        type="number"
        isOptional
        hint={words.daysHint}
        change={(days) => set({ days })}
      />
      <Roles
        people={peopleOf(transaction)}
        saving={saving}
        change={(id, name) => set({ roles: { ...saving.roles, [id]: name } })}
      />
      <TemplatePreview
        use={{ template: { body }, roles: {}, variables: {} }}
        choices={{ members: [], groups: groups.map((group) => ({ ...group, count: 0 })) }}
      />
    </FormDialog>
  );
}

interface RolesProps {
  people: readonly Person[];
  saving: Saving;
  change: (id: string, name: string) => void;
}

function Roles({ people, saving, change }: RolesProps) {
  if (people.length === 0) return null;
  return (
    <fieldset class="draft-steps">
      <legend>{words.roles}</legend>
      <p class="muted small">{words.rolesHint}</p>
      {people.map(({ id, name }) => (
        <TextField
          key={id}
          name={`roles.${id}`}
          label={words.roleOf(name)}
          value={saving.roles[id] ?? ''}
          maxLength={MAX_ROLE}
          change={(role) => change(id, role)}
        />
      ))}
    </fieldset>
  );
}
