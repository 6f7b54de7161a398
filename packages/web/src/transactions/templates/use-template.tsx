import type { RingbinderClient } from '@ringbinder/client';
import type { TransactionTemplateSummary } from '@ringbinder/protocol';
import { useEffect, useState } from 'preact/hooks';
import { useControl } from '../../design/form-dialog.tsx';
import { Alert, Skeleton } from '../../design/states.tsx';
import { templates as words } from '../../strings/messages/templates.ts';
import { TemplatePreview } from './preview.tsx';
import { type Choices, readableName, readTemplate, type TemplateUse } from './template.ts';

interface UseTemplateProps {
  client: RingbinderClient;
  orgId: string;
  templates: readonly TransactionTemplateSummary[];
  choices: Choices;
  use: TemplateUse | undefined;
  change: (use: TemplateUse | undefined) => void;
}

export function UseTemplate({ client, orgId, templates, choices, use, change }: UseTemplateProps) {
  const [chosen, setChosen] = useState(use?.template.id ?? '');
  const [hasFailed, setFailed] = useState(false);
  const { control, reason } = useControl('template_id');
  useEffect(() => {
    if (chosen === '' || chosen === use?.template.id) return;
    let isThere = true;
    change(undefined);
    setFailed(false);
    readTemplate(client, orgId, chosen).then(
      (template) => isThere && change({ template, roles: {}, variables: {} }),
      () => isThere && setFailed(true),
    );
    return () => {
      isThere = false;
    };
  }, [chosen]);
  return (
    <>
      <div class="field">
        <label for={control.id}>{words.template}</label>
        <select {...control} value={chosen} onChange={(event) => setChosen(event.currentTarget.value)}>
          <option value="">{words.choose}</option>
          {templates.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
        {reason}
      </div>
      <Alert>{hasFailed && words.gone}</Alert>
      {chosen !== '' && !use && !hasFailed && <Skeleton rows={2} />}
      {use && <Values use={use} choices={choices} change={change} />}
      {use && <TemplatePreview use={use} choices={choices} />}
    </>
  );
}

interface ValuesProps {
  use: TemplateUse;
  choices: Choices;
  change: (use: TemplateUse) => void;
}

export function Values({ use, choices, change }: ValuesProps) {
  const { template, roles, variables } = use;
  return (
    <>
      {template.roles.map((role) => (
        <RoleField
          key={role}
          role={role}
          value={roles[role] ?? ''}
          choices={choices}
          change={(id) => change({ ...use, roles: { ...roles, [role]: id } })}
        />
      ))}
      {template.variables.map((name) => (
        <VariableField
          key={name}
          name={name}
          value={variables[name] ?? ''}
          change={(value) => change({ ...use, variables: { ...variables, [name]: value } })}
        />
      ))}
    </>
  );
}

interface RoleFieldProps {
  role: string;
  value: string;
  choices: Choices;
  change: (id: string) => void;
}

function RoleField({ role, value, choices: { members, groups }, change }: RoleFieldProps) {
  const { control, reason } = useControl(`roles.${role}`);
  return (
    <div class="field">
      <label for={control.id}>{readableName(role)}</label>
      <select {...control} value={value} onChange={(event) => change(event.currentTarget.value)}>
        <option value="">{words.choosePerson}</option>
        {members.map(({ user }) => (
          <option key={user.id} value={user.id}>
            {user.name}
          </option>
        ))}
        {groups.length > 0 && (
          <optgroup label={words.groups}>
            {groups.map(({ id, name, count }) => (
              <option key={id} value={id}>
                {words.groupOf(name, count)}
              </option>
            ))}
          </optgroup>
        )}
      </select>
      {reason}
    </div>
  );
}

interface VariableFieldProps {
  name: string;
  value: string;
  change: (value: string) => void;
}

function VariableField({ name, value, change }: VariableFieldProps) {
  const { control, reason } = useControl(`variables.${name}`);
  return (
    <div class="field">
      <label for={control.id}>{readableName(name)}</label>
      <input
        {...control}
        dir="auto"
        required
        maxLength={4_000}
        autocomplete="off"
        value={value}
        onInput={(event) => change(event.currentTarget.value)}
      />
      {reason}
    </div>
  );
}
