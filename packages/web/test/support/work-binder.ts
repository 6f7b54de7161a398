import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { type CreatedUser, type TestService, uploadFile } from '@ringbinder/testkit';
import type { TestOrg } from '@ringbinder/testkit/org.ts';

const DAY_MS = 86_400_000;

export const PDF = readFileSync(new URL('../../../../docs/assets/loan-agreement.pdf', import.meta.url));

interface Target {
  service: TestService;
  org: TestOrg;
  id: string;
}

const PARTS = { transactions: addTransactions, todos: addTodos, pages: addPages, invitations: invite };
export type WorkKind = keyof typeof PARTS;

export async function addWorkedBinder(
  service: TestService,
  org: TestOrg,
  parts = Object.keys(PARTS) as readonly WorkKind[],
): Promise<string> {
  const { ada, ben, carla } = org;
  const id = await org.addBinder('Loan 4711 · Almond Insurance', ada, [ben, carla]);
  for (const part of parts) await PARTS[part]({ service, org, id });
  return id;
}

// biome-ignore lint/suspicious/noExplicitAny: as in Answer, the OpenAPI check proves the shape
async function send({ service, id }: Target, user: CreatedUser, path: string, json: unknown): Promise<any> {
  const { status, body } = await service.call('POST', `/${id}${path}`, { token: user.token, json });
  assert.equal(status, 200, JSON.stringify(body));
  return body.data;
}

async function addTransactions(target: Target): Promise<void> {
  const { ada, ben, carla } = target.org;
  const addRequest = async (title: string, content: string, people: CreatedUser[], order?: number) => {
    const actions = [
      { id: 'yes', text: 'Approve', feed_msg: `${title}: Approve` },
      { id: 'no', text: 'Reject', feed_msg: `${title}: Reject`, outcome: 'rejected' },
    ];
    const steps = people.map(({ id: user_id }) => ({
      assignee: { user_id },
      actions,
      ...(order && { order_number: order }),
    }));
    return send(target, ada, '/transactions', { title, content, steps });
  };
  const press = (user: CreatedUser, transaction: number, step: number, button: string) =>
    send(target, user, `/transactions/${transaction}/steps/${step}`, { click_button_id: button });

  const rejected = await addRequest('Insurance certificate', '', [carla]);
  await press(carla, rejected.transaction_id, rejected.steps[0].id, 'no');
  const completed = await addRequest('Opening of the account', 'Identity was checked in the branch.', [
    ben,
    carla,
  ]);
  await press(ben, completed.transaction_id, completed.steps[0].id, 'yes');
  await press(carla, completed.transaction_id, completed.steps[1].id, 'yes');
  const signOff = await addRequest(
    'Valuation of the building',
    'By two of us, in any order.',
    [ada, carla],
    1,
  );
  await press(carla, signOff.transaction_id, signOff.steps[1].id, 'yes');
  const DAY_MS = 86_400_000;
  const dueOf = (days: number) => ({
    due_time: Math.ceil(Date.now() / DAY_MS) * DAY_MS + days * DAY_MS - 60_000,
  });
  await send(target, ada, `/transactions/${signOff.transaction_id}`, dueOf(2));
  const approval = await addRequest(
    'Loan agreement, second draft',
    'Clause 7 is new: early repayment is free of charge after five years. The customer waits for it until Friday.',
    [ben, ada, carla],
  );
  await send(target, ada, `/transactions/${approval.transaction_id}`, dueOf(5));
  await send(target, carla, '/messages', {
    message: { text: 'Legal has seen clause 7 and is fine with it.' },
    reply_to: { transaction: { id: approval.transaction_id } },
  });
}

async function addTodos(target: Target): Promise<void> {
  const { service, id } = target;
  const { ada, ben, carla } = target.org;
  const now = service.clock.now();
  const todos = [
    { name: 'Ask the customer for the latest pay slips', assignee_id: ben.id, due_time: now - 2 * DAY_MS },
    { name: 'Order the extract from the land register', assignee_id: ada.id, due_time: now + 3_600_000 },
    {
      name: 'Send the draft of the contract to the notary, together with the valuation and both powers of attorney',
      assignee_id: carla.id,
      due_time: now + 5 * DAY_MS,
      reminder_time: now + 4 * DAY_MS,
      description: 'Notary Dr. Weber, Harbour Street 4. She wants it on paper.',
    },
    { name: 'Book a room for the signing' },
    { name: 'Tell the broker that we continue' },
  ];
  for (const json of todos) await send(target, ada, '/todos', json);
  const { body } = await service.call('GET', `/${id}/todos`, { token: ada.token });
  await send(target, ben, `/todos/${body.data.todos.at(-1).id}`, { completed: true });
}

async function addPages(target: Target): Promise<void> {
  const { service, id } = target;
  const { ada, ben } = target.org;
  const to = { binderId: id, token: ada.token };
  const { pages } = await uploadFile(service, to, PDF, 'Loan agreement.pdf');
  await uploadFile(service, to, '# Agenda\n\n* The valuation\n* Clause 7\n* Who signs when\n', 'Agenda.md');
  await uploadFile(service, to, new Uint8Array([80, 75, 3, 4, 0, 0, 0, 255]), 'Figures.zip');
  for (const json of [
    { type: 'url', url: 'https://land-register.example/extract', name: 'Land register' },
    { type: 'whiteboard', name: 'Sketch of the site' },
  ])
    await send(target, ada, '/pages', json);
  for (const json of [
    { text: 'Clause 7 is here now.', is_position_comment: true, x: 350, y: 205 },
    { text: 'Thank you, looks good.' },
  ])
    await send(target, ben, `/pages/${pages[0].id}/comments`, json);
}

async function invite(target: Target): Promise<void> {
  const { ada, partner } = target.org;
  const bot = await target.service.make.bot({ partner, enabledBy: ada });
  const users = [
    { user: { id: bot.userId } },
    { user: { email: 'dr.weber@notary.example' }, type: 'BOARD_READ_ONLY' },
  ];
  await send(target, ada, '/inviteuser', { users });
}
