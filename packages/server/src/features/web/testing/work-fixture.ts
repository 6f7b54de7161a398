import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { type CreatedUser, type TestService, uploadFile } from '@ringbinder/testkit';
import type { AppFixture } from './app-page.ts';

const DAY_MS = 86_400_000;
const PDF = new Uint8Array(
  readFileSync(new URL('../../../../../../docs/assets/loan-agreement.pdf', import.meta.url)),
);

/** A binder that has been worked in for a while. */
export interface WorkedBinder {
  id: string;
  /** Of transactions, by what they are about. */
  transactions: { approval: number; signOff: number; rejected: number };
}

/** Makes a binder of Ada's with Ben and Carla, with transactions in all states, and to-dos, by REST. */
export async function fillBinder(service: TestService, fixture: AppFixture): Promise<WorkedBinder> {
  const { ada, ben, carla } = fixture;
  const id = await fixture.addBinder('Loan 4711 · Almond Insurance', ada, [ben, carla]);
  const send = async (user: CreatedUser, path: string, json: unknown) => {
    const { status, body } = await service.call('POST', `/${id}${path}`, { token: user.token, json });
    assert.equal(status, 200, JSON.stringify(body));
    return body.data;
  };
  const buttons = (title: string) => [
    { id: 'yes', text: 'Approve', feed_msg: `${title}: Approve` },
    { id: 'no', text: 'Reject', feed_msg: `${title}: Reject`, outcome: 'rejected' },
  ];
  const ask = async (title: string, content: string, people: CreatedUser[], order?: number) => {
    const steps = people.map(({ id: user_id }) => ({
      assignee: { user_id },
      actions: buttons(title),
      ...(order && { order_number: order }),
    }));
    return send(ada, '/transactions', { title, content, steps });
  };
  const press = (user: CreatedUser, transaction: number, step: number, button: string) =>
    send(user, `/transactions/${transaction}/steps/${step}`, { click_button_id: button });

  const rejected = await ask('Insurance certificate', '', [carla]);
  await press(carla, rejected.transaction_id, rejected.steps[0].id, 'no');
  const done = await ask('Opening of the account', 'Identity was checked in the branch.', [ben, carla]);
  await press(ben, done.transaction_id, done.steps[0].id, 'yes');
  await press(carla, done.transaction_id, done.steps[1].id, 'yes');
  const signOff = await ask('Valuation of the building', 'By two of us, in any order.', [ada, carla], 1);
  await press(carla, signOff.transaction_id, signOff.steps[1].id, 'yes');
  const approval = await ask(
    'Loan agreement, second draft',
    'Clause 7 is new: early repayment is free of charge after five years. The customer waits for it until Friday.',
    [ben, ada, carla],
  );
  await send(carla, '/messages', {
    message: { text: 'Legal has seen clause 7 and is fine with it.' },
    reply_to: { transaction: { id: approval.transaction_id } },
  });
  await addTodos(service, id, fixture);
  await addPages(service, id, fixture);
  await invite(service, id, fixture);
  return {
    id,
    transactions: {
      approval: approval.transaction_id,
      signOff: signOff.transaction_id,
      rejected: rejected.transaction_id,
    },
  };
}

async function addTodos({ call, env }: TestService, id: string, { ada, ben, carla }: AppFixture) {
  const now = env.clock.now();
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
    { name: 'Tell the broker that we go on' },
  ];
  for (const json of todos) {
    const { status } = await call('POST', `/${id}/todos`, { token: ada.token, json });
    assert.equal(status, 200);
  }
  const { body } = await call('GET', `/${id}/todos`, { token: ada.token });
  const last = body.data.todos.at(-1).id;
  await call('POST', `/${id}/todos/${last}`, { token: ben.token, json: { completed: true } });
}

async function addPages(service: TestService, id: string, { ada, ben }: AppFixture) {
  const to = { binderId: id, token: ada.token };
  const { pages } = await uploadFile(service, to, PDF, 'Loan agreement.pdf');
  await uploadFile(service, to, '# Agenda\n\n* The valuation\n* Clause 7\n* Who signs when\n', 'Agenda.md');
  await uploadFile(service, to, new Uint8Array([80, 75, 3, 4, 0, 0, 0, 255]), 'Figures.zip');
  const path = `/${id}/pages`;
  for (const json of [
    { type: 'url', url: 'https://land-register.example/extract', name: 'Land register' },
    { type: 'whiteboard', name: 'Sketch of the site' },
  ])
    assert.equal((await service.call('POST', path, { token: ada.token, json })).status, 200);
  const comments = `${path}/${pages[0].id}/comments`;
  for (const json of [
    { text: 'Clause 7 is here now.', is_position_comment: true, x: 350, y: 205 },
    { text: 'Thank you, looks good.' },
  ])
    await service.call('POST', comments, { token: ben.token, json });
}

async function invite({ call, make }: TestService, id: string, { ada, partner }: AppFixture) {
  const bot = await make.bot({ partner, enabledBy: ada });
  const users = [
    { user: { id: bot.userId } },
    { user: { email: 'dr.weber@notary.example' }, type: 'BOARD_READ_ONLY' },
  ];
  const { status, body } = await call('POST', `/${id}/inviteuser`, { token: ada.token, json: { users } });
  assert.equal(status, 200, JSON.stringify(body));
}
