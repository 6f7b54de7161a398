import assert from 'node:assert/strict';
import type { CreatedUser } from '@ringbinder/testkit';
import type { App } from '@ringbinder/testkit/playwright/index.ts';

const BINDERS: readonly [name: string, by: 'ada' | 'ben' | 'carla', text: string][] = [
  ['Onboarding: Sato family', 'carla', 'Welcome! The welcome letter is in the pages.'],
  ['Audit 2026', 'ben', 'I put the list of samples into the binder.'],
  ['Branch in Elm Street', 'ada', 'The opening is on the 3rd, not the 4th.'],
  ['Loan 4711: Mendes bakery', 'carla', 'The valuation came in. Please look at page 3 before we sign.'],
  ['Mortgage 2093: Yılmaz', 'ben', 'Signed and stamped.'],
  ['Card replacement', 'ben', 'Done, it was sent by post.'],
  ['Weekly figures', 'carla', 'Figures of week 46 are in.'],
];

async function call({ service }: App, path: string, { token }: CreatedUser, json: object) {
  const { status, body } = await service.call('POST', path, { token, json });
  assert.equal(status, 200, JSON.stringify(body));
  return body;
}

export async function addTimeline(app: App): Promise<string> {
  const { org } = app;
  const { ada, ben, carla } = org;
  const people = { ada, ben, carla };
  const ids = new Map<string, string>();
  for (const [name, by, text] of BINDERS) {
    const id = await org.addBinder(name, ada, [ben, carla]);
    ids.set(name, id);
    await org.post(id, people[by], text);
  }
  const idOf = (name: string) => ids.get(name) ?? '';
  const loanId = idOf('Loan 4711: Mendes bakery');
  await call(app, `/${loanId}/messages`, carla, {
    message: { text: 'Can you confirm by noon?', mentions: [ada.id] },
  });
  await call(app, '/me/messages', ben, {
    user: { user_id: ada.id },
    message: { text: 'Do you have five minutes for the audit?' },
  });
  const loans = await call(app, '/me/categories', ada, { name: 'Loans' });
  await call(app, '/me/categories', ada, { name: 'Private clients' });
  const binders = [loanId, idOf('Mortgage 2093: Yılmaz')].map((id) => ({ binder: { id } }));
  await call(app, `/me/categories/${loans.data.id}`, ada, { binders });
  await call(app, `/me/binders/${idOf('Weekly figures')}`, ada, { is_favourite: true });
  await call(app, `/me/binders/${idOf('Card replacement')}`, ada, { is_muted: true });
  for (const name of ['Audit 2026', 'Onboarding: Sato family'])
    await call(app, `/${idOf(name)}/readmark`, ada, {});
  return loanId;
}

export async function addConversation(app: App, loanId: string): Promise<void> {
  const { ada, ben, carla } = app.org;
  const actions = [
    { id: 'approve', text: 'Approve', style: 'primary', feed_msg: 'approved the loan' },
    { id: 'reject', text: 'Reject', outcome: 'rejected', feed_msg: 'rejected the loan' },
  ];
  await call(app, `/${loanId}/messages`, ben, {
    message: {
      text: 'Two things are open: the rate and the term.',
      richtext:
        'Two things are open:[list][*][b]the rate[/b], 3.1 or 3.3 %[*][b]the term[/b], ten or twelve years[/list]',
    },
  });
  await call(app, `/${loanId}/transactions`, carla, {
    title: 'Approve the loan',
    content: '120,000 over ten years, secured by the shop.',
    steps: [ada, ben].map(({ id }) => ({ assignee: { user_id: id }, actions })),
  });
  const { data } = await call(app, `/${loanId}/messages`, carla, {
    message: { text: 'Ten years at 3.1 is fine with them.' },
  });
  for (const emoji of ['👍', '🎉'])
    await call(app, `/${loanId}/messages/${data.binder_comment_id}/reactions`, ben, { emoji });
}
