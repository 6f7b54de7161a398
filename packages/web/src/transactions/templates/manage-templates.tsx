import { unwrap } from '@ringbinder/client';
import type { TransactionTemplateSummary } from '@ringbinder/protocol';
import { useEffect, useState } from 'preact/hooks';
import type { BinderContext } from '../../binder/context.ts';
import { membersOf } from '../../binder/people.ts';
import { explained } from '../../binder/refusal.ts';
import { Dialog } from '../../design/dialog.tsx';
import { Field } from '../../design/field.tsx';
import { FormDialog } from '../../design/form-dialog.tsx';
import { Glyph, type GlyphName } from '../../design/glyph.tsx';
import { Alert, Failed, Skeleton } from '../../design/states.tsx';
import { RelativeTime } from '../../design/time.tsx';
import { templateBuilder as builder } from '../../strings/messages/template-builder.ts';
import { templateRunList as list } from '../../strings/messages/template-run-list.ts';
import { templateRuns as runs } from '../../strings/messages/template-runs.ts';
import { templateSaving as words } from '../../strings/messages/template-saving.ts';
import { templates as template } from '../../strings/messages/templates.ts';
import { BuildTemplate } from './build-template.tsx';
import { RunTemplate } from './run-template.tsx';
import { listTemplates, readTemplate, type Template } from './template.ts';
import { storedDraft, type TemplateDraft } from './template-draft.ts';
import { TemplateRuns } from './template-runs.tsx';

interface ManageTemplatesProps {
  binder: BinderContext;
  close: () => void;
}

const ONE = '/orgs/{org_id}/transaction_templates/{template_id}';

type Shown =
  | { task: 'list' }
  | { task: 'run'; template: Template }
  | { task: 'build'; stored?: { template: Template; draft: TemplateDraft } }
  | { task: 'runs' | 'rename' | 'delete'; chosen: TransactionTemplateSummary };

export function ManageTemplates({ binder, close }: ManageTemplatesProps) {
  const { client, me, state } = binder;
  const org_id = membersOf(state.value).find(({ user }) => user.id === me.id)?.user.org_id ?? '';
  const [shown, setShown] = useState<Shown>({ task: 'list' });
  const back = () => setShown({ task: 'list' });
  if (shown.task === 'list')
    return (
      <TemplateList
        load={() => listTemplates(client, org_id)}
        read={(id) => readTemplate(client, org_id, id)}
        show={setShown}
        close={close}
      />
    );
  if (shown.task === 'run')
    return <RunTemplate binder={binder} orgId={org_id} template={shown.template} close={close} />;
  if (shown.task === 'build')
    return <BuildTemplate client={client} orgId={org_id} stored={shown.stored} close={back} />;
  const { chosen } = shown;
  if (shown.task === 'runs')
    return <TemplateRuns binder={binder} orgId={org_id} template={chosen} back={back} close={close} />;
  const params = { path: { org_id, template_id: chosen.id } };
  if (shown.task === 'rename')
    return (
      <FormDialog
        title={words.renameTitle}
        submit={words.rename}
        close={back}
        send={async (values) => {
          await explained(unwrap(client.api.POST(ONE, { params, body: { name: values.get('name') } })));
          back();
        }}
      >
        <Field label={words.name} name="name" value={chosen.name} required maxLength={255} />
      </FormDialog>
    );
  return (
    <FormDialog
      title={words.deleteTitle(chosen.name)}
      submit={words.delete}
      danger
      close={back}
      send={async () => {
        await explained(unwrap(client.api.DELETE(ONE, { params })));
        back();
      }}
    >
      <p>{words.deleteConsequence}</p>
    </FormDialog>
  );
}

interface TemplateListProps {
  load: () => Promise<TransactionTemplateSummary[]>;
  read: (id: string) => Promise<Template>;
  show: (shown: Shown) => void;
  close: () => void;
}

function TemplateList({ load, read, show, close }: TemplateListProps) {
  const [all, setAll] = useState<readonly TransactionTemplateSummary[]>();
  const [failure, setFailure] = useState<string>();
  const [notice, setNotice] = useState('');
  const fail = (error: Error) => setFailure(error.message);
  const reload = () => {
    setFailure(undefined);
    explained(load()).then(setAll, fail);
  };
  useEffect(reload, []);
  const run = (id: string) => explained(read(id)).then((template) => show({ task: 'run', template }), fail);
  const edit = (id: string) =>
    explained(read(id)).then((template) => {
      const draft = storedDraft(template.body);
      if (draft) show({ task: 'build', stored: { template, draft } });
      else setNotice(builder.unshown(template.name));
    }, fail);
  return (
    <Dialog title={words.manage} close={close} wide>
      <p class="muted small">{words.manageHint}</p>
      {failure !== undefined && <Failed message={failure} retry={reload} />}
      <Alert class="notice">{notice}</Alert>
      {!all && failure === undefined && <Skeleton rows={3} />}
      {all?.length === 0 && <p>{words.empty}</p>}
      <ul class="rows">
        {all?.map((each) => (
          <li key={each.id} class="template-row">
            <span class="template-row-name">
              <bdi>{each.name}</bdi>
              <span class="muted small">
                {template.version(each.version)} · {words.changed} <RelativeTime at={each.updated_time} />
              </span>
            </span>
            <span class="template-row-tools">
              <Tool glyph="todo" label={runs.start(each.name)} act={() => void run(each.id)} />
              <Tool
                glyph="document"
                label={list.open(each.name)}
                act={() => show({ task: 'runs', chosen: each })}
              />
              <Tool glyph="edit" label={builder.edit(each.name)} act={() => void edit(each.id)} />
              <Tool
                glyph="note"
                label={words.renameLabel(each.name)}
                act={() => show({ task: 'rename', chosen: each })}
              />
              <Tool
                glyph="trash"
                label={words.deleteLabel(each.name)}
                act={() => show({ task: 'delete', chosen: each })}
              />
            </span>
          </li>
        ))}
      </ul>
      <div class="choose">
        <button type="button" class="button compact" onClick={close}>
          {words.close}
        </button>
        <button type="button" class="button compact primary" onClick={() => show({ task: 'build' })}>
          {words.newTemplate}
        </button>
      </div>
    </Dialog>
  );
}

function Tool({ glyph, label, act }: { glyph: GlyphName; label: string; act: () => void }) {
  return (
    <button type="button" class="tool" aria-label={label} title={label} onClick={act}>
      <Glyph name={glyph} />
    </button>
  );
}
