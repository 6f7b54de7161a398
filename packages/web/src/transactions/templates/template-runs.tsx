import { listAll, type RingbinderClient, unwrap } from '@ringbinder/client';
import type { TransactionRun } from '@ringbinder/protocol';
import { useEffect, useState } from 'preact/hooks';
import type { BinderContext } from '../../binder/context.ts';
import { refusalOf } from '../../binder/refusal.ts';
import { Dialog } from '../../design/dialog.tsx';
import { Glyph } from '../../design/glyph.tsx';
import { Failed, Skeleton } from '../../design/states.tsx';
import { RelativeTime } from '../../design/time.tsx';
import { templateRunList as words } from '../../strings/messages/template-run-list.ts';
import { templates as texts } from '../../strings/messages/templates.ts';
import { useBinders } from './choose-binders.tsx';
import { RunReport, runResult } from './run-report.tsx';

interface TemplateRunsProps {
  binder: BinderContext;
  orgId: string;
  template: { id: string; name: string };
  back: () => void;
  close: () => void;
}

const POLL_MS = 3_000;

export function TemplateRuns({ binder, orgId, template, back, close }: TemplateRunsProps) {
  const { client } = binder;
  const [runs, setRuns] = useState<readonly TransactionRun[]>();
  const [failure, setFailure] = useState<string>();
  const [shown, setShown] = useState<number>();
  const names = new Map(useBinders(client).map(({ id, name }) => [id, name]));
  const reload = () => listRuns(client, orgId, template.id).then(setRuns);
  const follow = async (listed: readonly TransactionRun[]) => {
    const path = { org_id: orgId, template_id: template.id };
    const read = await Promise.allSettled(
      listed.map((run) => (run.state === 'running' ? readRun(client, path, run) : run)),
    );
    // After a failed request, the list's progress stays until the next poll.
    return listed.map((run, index) => {
      const present = read[index];
      return present?.status === 'fulfilled' ? present.value : run;
    });
  };
  const retry = () => {
    setFailure(undefined);
    reload().catch((error) => setFailure(refusalOf(error).message));
  };
  useEffect(retry, [shown]);
  useEffect(() => {
    if (shown !== undefined || !runs?.some(({ state }) => state === 'running')) return;
    let isCurrent = true;
    const timer = setTimeout(async () => {
      const present = await follow(runs);
      if (isCurrent) setRuns(present);
    }, POLL_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [runs, shown]);
  if (shown !== undefined)
    return (
      <RunReport
        binder={binder}
        orgId={orgId}
        template={template}
        runId={shown}
        names={names}
        back={() => setShown(undefined)}
        close={close}
      />
    );
  return (
    <Dialog title={words.heading(template.name)} close={back} wide>
      <p class="muted small">{words.hint}</p>
      {failure !== undefined && <Failed message={failure} retry={retry} />}
      {!runs && failure === undefined && <Skeleton rows={3} />}
      {runs?.length === 0 && <p>{words.empty}</p>}
      <ul class="rows">
        {runs?.map((run) => (
          <RunRow key={run.id} run={run} open={() => setShown(run.id)} />
        ))}
      </ul>
      <div class="choose">
        <button type="button" class="button compact" onClick={back}>
          {words.back}
        </button>
      </div>
    </Dialog>
  );
}

function RunRow({ run, open }: { run: TransactionRun; open: () => void }) {
  const result = runResult(run);
  const label = words.report(run.creator.name, result);
  return (
    <li class="template-row">
      <span class="template-row-name">
        <span>{result}</span>
        <span class="muted small">
          {words.by(run.creator.name)} · {texts.version(run.template.version)} ·{' '}
          <RelativeTime at={run.created_time} />
        </span>
      </span>
      <button type="button" class="tool" aria-label={label} title={label} onClick={open}>
        <Glyph name="next" />
      </button>
    </li>
  );
}

async function readRun(
  client: RingbinderClient,
  path: { org_id: string; template_id: string },
  { id: run_id }: TransactionRun,
): Promise<TransactionRun> {
  const { binders: _, ...run } = await unwrap(
    client.api.GET('/orgs/{org_id}/transaction_templates/{template_id}/runs/{run_id}', {
      params: { path: { ...path, run_id }, query: { limit: 1 } },
    }),
  );
  return run;
}

async function listRuns(
  client: RingbinderClient,
  org_id: string,
  template_id: string,
): Promise<TransactionRun[]> {
  const path = '/orgs/{org_id}/transaction_templates/{template_id}/runs';
  const load = (cursor: string | undefined) =>
    unwrap(
      client.api.GET(path, { params: { path: { org_id, template_id }, query: cursor ? { cursor } : {} } }),
    );
  const runs: TransactionRun[] = [];
  for await (const run of listAll(load, 'runs')) runs.push(run);
  return runs;
}
