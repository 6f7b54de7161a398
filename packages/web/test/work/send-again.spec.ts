import { expect, inspectEverywhere, type Page, test } from '@ringbinder/testkit/playwright/index.ts';

test.use({ serviceOptions: { config: { smtpUrl: 'smtp://127.0.0.1:1' } } });

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('[WORK-11] an invitation is sent again after a day', async ({ app, org, service }) => {
  const id = await org.addBinder('Again', org.ada);
  const json = { users: [{ user: { email: 'late@notary.example' } }] };
  await service.call('POST', `/${id}/inviteuser`, { token: org.ada.token, json });
  await service.env.db.query(
    'UPDATE invitations SET updated_at = updated_at - 90000000 WHERE binder_id = $1',
    [id],
  );
  const page = await app.open(org.ada, { path: `/b/${id}/members` });
  await button(page, 'late@notary.example: Can edit').click();
  await page.getByRole('menuitem', { name: 'Send again' }).click();
  await page.getByText('The invitation was sent again').first().waitFor();
  await button(page, 'late@notary.example: Can edit').click();
  await expect(page.getByRole('menuitem')).toHaveText(['Revoke']);
});

test('[MEMBER-21] an administrator adds an unknown address to a binder with a new account', async ({
  app,
  org,
  service,
}) => {
  const { ada, partner } = org;
  await service.env.db.query(`UPDATE users SET role = 'admin' WHERE id = $1`, [ada.id]);
  const id = await org.addBinder('Loan 4711', ada);
  const page = await app.open(ada, { path: `/b/${id}/members` });
  await button(page, 'Add people').click();
  const address = `dora@${partner.id.toLowerCase()}.example`;
  await page.getByRole('searchbox').fill(address);
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Create an account, and email a link to choose a password')).toBeChecked();
  await inspectEverywhere(page, 'add-account');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Add 1/ })
    .click();
  await page.getByRole('button', { name: 'dora: Can edit' }).waitFor();
  await expect(page.getByText('Invited', { exact: true })).toHaveCount(0);
});
