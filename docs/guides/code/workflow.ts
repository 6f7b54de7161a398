/** Creates a workflow for one person, who rejects it. */
import { createClient, unwrap } from '@ringbinder/client';

const { API = '', ADMIN = '', BEN = '', BINDER = '', ORG = '' } = process.env;
const admin = createClient({ baseUrl: API, token: ADMIN });
const ben = createClient({ baseUrl: API, token: BEN });

const path = { binder_id: BINDER };
const made = await unwrap(
  admin.api.POST('/{binder_id}/transactions', {
    params: { path },
    body: {
      title: 'A week in June',
      content: 'From the 8th to the 12th.',
      steps: [
        {
          assignee: { unique_id: 'demo-1', org_id: ORG },
          actions: [
            { id: 'approve', text: 'Approve' },
            {
              id: 'reject',
              text: 'Reject',
              outcome: 'rejected',
              display_status: { text: 'Not this year', style: 'DANGER' },
            },
          ],
        },
      ],
    },
  }),
);

const { transaction_id } = made;
const [step] = made.steps;
if (!step) throw new Error('a transaction has a step');
await unwrap(
  ben.api.POST('/{binder_id}/transactions/{transaction_id}/steps/{step_id}', {
    params: { path: { ...path, transaction_id, step_id: step.id } },
    body: { click_button_id: 'reject' },
  }),
);
const { outcome, display_status } = await unwrap(
  admin.api.GET('/{binder_id}/transactions/{transaction_id}', {
    params: { path: { ...path, transaction_id } },
  }),
);
console.log(`${outcome}: ${display_status?.text}`);
