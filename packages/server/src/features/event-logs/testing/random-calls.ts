import type { CreatedUser, TestService } from '@ringbinder/testkit';

interface Binder {
  id: string;
  pages: number[];
  transactions: { id: number; step: number }[];
}

export function createRandomCalls(
  service: TestService,
  { owner, others, orgId }: { owner: CreatedUser; others: readonly CreatedUser[]; orgId: string },
) {
  const { call } = service;
  const { token } = owner;
  const binders: Binder[] = [];
  const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(Math.random() * list.length)];
  const post = (path: string, json: unknown) => call('POST', path, { token, json });
  const assignee = { user_id: owner.id };
  const actions = [
    { id: 'yes', text: 'Yes', payload: '' },
    { id: 'no', text: 'No', payload: '', outcome: 'rejected' },
  ];

  const inBinder: ((binder: Binder) => Promise<unknown>)[] = [
    ({ id }) => post(`/${id}`, { name: `Binder ${Math.random()}` }),
    ({ id }) => post(`/${id}/inviteuser`, { users: [{ user: { id: pick(others)?.id } }] }),
    ({ id }) => post(`/${id}/removeuser`, { id: pick(others)?.id }),
    ({ id }) => post(`/${id}/users/${pick(others)?.id}`, { type: 'BOARD_READ_ONLY' }),
    ({ id }) => post(`/${id}/messages`, { message: { text: 'Not an event' } }),
    async ({ id, pages }) => {
      const answer = await post(`/${id}/pages`, { type: 'whiteboard' });
      if (answer.status === 200) pages.push(answer.body.data.page_id);
    },
    ({ id, pages }) => call('DELETE', `/${id}/pages/${pick(pages) ?? 1}`, { token }),
    async ({ id, transactions }) => {
      const steps = [{ assignee, actions }];
      const answer = await post(`/${id}/transactions`, { title: 'Loan', content: '', steps });
      if (answer.status === 200)
        transactions.push({ id: answer.body.data.transaction_id, step: answer.body.data.steps[0].id });
    },
    async ({ id, transactions }) => {
      const chosen = pick(transactions);
      const path = `/${id}/transactions/${chosen?.id}/steps/${chosen?.step}`;
      if (chosen) await post(path, { click_button_id: pick(['yes', 'no']) });
    },
    ({ id, transactions }) => post(`/${id}/transactions/${pick(transactions)?.id ?? 1}`, { is_active: true }),
    ({ id, transactions }) => call('DELETE', `/${id}/transactions/${pick(transactions)?.id ?? 1}`, { token }),
  ];

  return async (): Promise<void> => {
    const chance = Math.random();
    const binder = pick(binders);
    if (!binder || chance < 0.03)
      binders.push({ id: await service.make.binder(owner), pages: [], transactions: [] });
    else if (chance < 0.04) {
      binders.splice(binders.indexOf(binder), 1);
      await call('DELETE', `/${binder.id}`, { token });
    } else if (chance < 0.1)
      await post(`/orgs/${orgId}/users/${pick(others)?.id}`, { first_name: `Name ${Math.random()}` });
    else if (chance < 0.12)
      await post(`/orgs/${orgId}/users`, {
        first_name: 'New',
        last_name: 'User',
        unique_id: `u${Math.random()}`,
      });
    else await pick(inBinder)?.(binder);
  };
}
