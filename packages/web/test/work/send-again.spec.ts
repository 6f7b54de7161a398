import { expect, type Page, test } from '@ringbinder/testkit/playwright/index.ts';

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
