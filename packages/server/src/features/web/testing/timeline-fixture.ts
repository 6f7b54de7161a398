import type { CreatedUser } from '@ringbinder/testkit';
import type { AppFixture } from './app-page.ts';

/** Names of binders and what was said in each last, as in a bank. */
const BINDERS: readonly [name: string, by: 'ada' | 'ben' | 'carla', text: string][] = [
  ['Onboarding: Sato family', 'carla', 'Welcome! The welcome letter is in the pages.'],
  ['Audit 2026', 'ben', 'I put the list of samples into the binder.'],
  ['Branch in Elm Street', 'ada', 'The opening is on the 3rd, not the 4th.'],
  ['Loan 4711: Mendes bakery', 'carla', 'The valuation came in. Please look at page 3 before we sign.'],
  ['Mortgage 2093: Yılmaz', 'ben', 'Signed and stamped.'],
  ['Card replacement', 'ben', 'Done, it was sent by post.'],
  ['Weekly figures', 'carla', 'Figures of week 46 are in.'],
];

/** What stands in the Timeline of Ada when its looks are tested: groups, unread messages, mentions, a conversation. */
export async function createTimelineFixture(
  fixture: AppFixture,
  call: (
    path: string,
    by: CreatedUser,
    json: object,
  ) => Promise<{ data: { id?: number; binder_id?: string; binder_comment_id?: number } }>,
): Promise<{ loanId: string; directId: string }> {
  const { ada, ben, carla } = fixture;
  const people = { ada, ben, carla };
  const ids = new Map<string, string>();
  for (const [name, by, text] of BINDERS) {
    const id = await fixture.addBinder(name, ada, [ben, carla]);
    ids.set(name, id);
    await fixture.post(id, people[by], text);
  }
  const idOf = (name: string) => ids.get(name) ?? '';
  const loanId = idOf('Loan 4711: Mendes bakery');
  await call(`/${loanId}/messages`, carla, {
    message: { text: 'Can you confirm by noon?', mentions: [ada.id] },
  });
  const direct = await call('/me/messages', ben, {
    user: { user_id: ada.id },
    message: { text: 'Do you have five minutes for the audit?' },
  });
  const loans = await call('/me/categories', ada, { name: 'Loans' });
  await call('/me/categories', ada, { name: 'Private clients' });
  const binders = [loanId, idOf('Mortgage 2093: Yılmaz')].map((id) => ({ binder: { id } }));
  await call(`/me/categories/${loans.data.id}`, ada, { binders });
  await call(`/me/binders/${idOf('Weekly figures')}`, ada, { is_favourite: true });
  await call(`/me/binders/${idOf('Card replacement')}`, ada, { is_muted: true });
  for (const name of ['Audit 2026', 'Onboarding: Sato family'])
    await call(`/${idOf(name)}/readmark`, ada, {});
  return { loanId, directId: direct.data.binder_id ?? '' };
}

/** A conversation about a loan: an answer, a list, reactions, and an approval that waits for Ada. */
export async function createLoanFixture(
  { ada, ben, carla }: AppFixture,
  loanId: string,
  call: Parameters<typeof createTimelineFixture>[1],
): Promise<void> {
  const actions = [
    { id: 'approve', text: 'Approve', style: 'primary', feed_msg: 'approved the loan' },
    { id: 'reject', text: 'Reject', outcome: 'rejected', feed_msg: 'rejected the loan' },
  ];
  await call(`/${loanId}/messages`, ben, {
    message: {
      text: 'Two things are open: the rate and the term.',
      richtext:
        'Two things are open:[list][*][b]the rate[/b], 3.1 or 3.3 %[*][b]the term[/b], ten or twelve years[/list]',
    },
  });
  await call(`/${loanId}/transactions`, carla, {
    title: 'Approve the loan',
    content: '120,000 over ten years, secured by the shop.',
    steps: [ada, ben].map(({ id }) => ({ assignee: { user_id: id }, actions })),
  });
  const { data } = await call(`/${loanId}/messages`, carla, {
    message: { text: 'Ten years at 3.1 is fine with them.' },
  });
  for (const emoji of ['👍', '🎉'])
    await call(`/${loanId}/messages/${data.binder_comment_id}/reactions`, ben, { emoji });
}
