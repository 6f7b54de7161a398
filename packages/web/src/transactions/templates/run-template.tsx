import { unwrap } from '@ringbinder/client';
import { useState } from 'preact/hooks';
import { availableMembersOf } from '../../binder/available-members.ts';
import type { BinderContext } from '../../binder/context.ts';
import { explained, Refusal } from '../../binder/refusal.ts';
import { Field } from '../../design/field.tsx';
import { FormDialog, useUnsaved } from '../../design/form-dialog.tsx';
import { templateRuns as words } from '../../strings/messages/template-runs.ts';
import { useGroups } from '../groups.ts';
import { ChooseBinders, useBinders } from './choose-binders.tsx';
import { TemplatePreview } from './preview.tsx';
import { RunReport } from './run-report.tsx';
import { atRoles, missingInUse, readableName, type Template, type TemplateUse, toUse } from './template.ts';
import { Values } from './use-template.tsx';

interface RunTemplateProps {
  binder: BinderContext;
  orgId: string;
  template: Template;
  close: () => void;
}

const MAX_BINDERS = 1_000;
const BINDER_ID = /\bB[0-9A-Za-z]{22}\b/g;

export function RunTemplate({ binder, orgId, template, close }: RunTemplateProps) {
  const { client, state } = binder;
  const all = useBinders(client);
  const choices = {
    members: availableMembersOf(state.value).filter(({ user }) => !user.is_bot),
    groups: useGroups(client, orgId),
  };
  const [use, setUse] = useState<TemplateUse>({ template, roles: {}, variables: {} });
  const [named, setNamed] = useState<readonly string[]>([]);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [runId, setRunId] = useState<number>();
  const unsaved = useUnsaved();
  const names = new Map(all.map(({ id, name }) => [id, name]));
  if (runId !== undefined)
    return (
      <RunReport
        binder={binder}
        orgId={orgId}
        template={template}
        runId={runId}
        names={names}
        close={close}
      />
    );
  const others = template.variables.filter((name) => !named.includes(name));
  return (
    <FormDialog
      title={words.heading(template.name)}
      submit={words.submit}
      close={close}
      {...unsaved}
      wide
      problems={() => missingInUse(use)}
      send={async (values) => {
        const ids = [...new Set([...chosen, ...(values.get('pasted').match(BINDER_ID) ?? [])])];
        if (ids.length === 0) throw new Refusal(words.noBinders, { binders: words.noBinders });
        if (ids.length > MAX_BINDERS)
          throw new Refusal(words.tooMany(MAX_BINDERS), { binders: words.tooMany(MAX_BINDERS) });
        const { template_version, roles } = toUse(use);
        const variables = Object.fromEntries(others.map((name) => [name, use.variables[name]?.trim() ?? '']));
        const binders = ids.map((binder_id) => ({
          binder_id,
          variables: Object.fromEntries(named.map((name) => [name, names.get(binder_id) ?? binder_id])),
        }));
        const params = { path: { org_id: orgId, template_id: template.id } };
        const body = { template_version, roles, variables, binders };
        const path = '/orgs/{org_id}/transaction_templates/{template_id}/runs';
        try {
          setRunId((await explained(unwrap(client.api.POST(path, { params, body })))).id);
        } catch (error) {
          throw atRoles(error);
        }
      }}
    >
      <ChooseBinders all={all} chosen={chosen} change={setChosen} />
      <Field label={words.paste} name="pasted" rows={2} hint={words.pasteHint} />
      {template.roles.length > 0 && <p class="muted small">{words.peopleHint}</p>}
      <Values
        use={{ ...use, template: { ...template, variables: others } }}
        choices={choices}
        change={setUse}
      />
      {template.variables.map((name) => (
        <label key={name} class="check">
          <input
            type="checkbox"
            checked={named.includes(name)}
            onChange={(event) =>
              setNamed(event.currentTarget.checked ? [...named, name] : named.filter((each) => each !== name))
            }
          />
          {words.binderName(readableName(name))}
        </label>
      ))}
      <TemplatePreview use={use} choices={choices} />
    </FormDialog>
  );
}
