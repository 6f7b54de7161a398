import { templateRuns } from '@ringbinder/server/features/transactions/index.ts';
import type { TestService } from '@ringbinder/testkit';
import type { Admin } from './administration.ts';
import type { Recorder } from './recorder.ts';

export async function runTemplate(
  service: TestService,
  { call }: Pick<Recorder, 'call'>,
  { token, org_id, ben }: Admin,
  binder_id: string,
): Promise<void> {
  const actions = [
    { id: 'approve', text: 'Approve' },
    { id: 'reject', text: 'Reject', outcome: 'rejected' },
  ];
  const steps = [{ assignee: { role: 'reviewer' }, due_in: 259_200_000, actions }];
  const body = { title: 'Loan of {{customer}}', content: '{{amount}} over five years', steps };
  const org = { token, path: { org_id } };
  const { id: template_id } = await call('createTransactionTemplate', {
    ...org,
    json: { name: 'Loan', body },
  });
  const template = { token, path: { org_id, template_id } };
  await call('listTransactionTemplates', org);
  await call('getTransactionTemplate', template);
  const changed = { body: { ...body, content: '{{amount}} over ten years' } };
  await call('updateTransactionTemplate', { ...template, json: changed });
  const run = await call('createTransactionRun', {
    ...template,
    json: {
      roles: { reviewer: { user_id: ben.id } },
      binders: [{ binder_id, variables: { customer: 'Ben Okafor', amount: '20,000' } }],
    },
  });
  await templateRuns.work(service.env);
  await call('listTransactionRuns', template);
  await call('getTransactionRun', { token, path: { ...template.path, run_id: run.id } });
  await call('deleteTransactionTemplate', template);
}
