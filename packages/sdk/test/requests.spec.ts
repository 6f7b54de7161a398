import assert from 'node:assert/strict';
import { uploadFile } from '@ringbinder/testkit';
import { addWhiteboard, detailsOf, eventsOf, expect, frameIn, showModule, test } from './support/embed.ts';

test('[SDK-44] [SDK-15] a page can show people, share pages, add pages and people, and create binders itself', async ({
  org,
  service,
  openReady,
}) => {
  const { ada, ben } = org;
  const binder_id = await org.addBinder('Requests', ada, [ben]);
  await org.post(binder_id, ben, 'Who am I?');
  const page_id = await addWhiteboard(service, binder_id, ada, 'Sketch');
  const page = await openReady();
  const extension = {
    menus: [{ add_page: [{ menu_name: 'From our archive', position: 1 }, { menu_name: 'Scan' }] }],
  };
  const callbackNames = ['request_view_member', 'share', 'add_page', 'invite_member', 'request_meet'];
  await showModule(page, 'chat', 'one', { binder_id, extension }, callbackNames);
  const chat = frameIn(page, 'one');
  await chat.getByRole('button', { name: 'Start a meeting' }).click();
  await expect.poll(() => detailsOf(page, 'request_meet')).toEqual([{ binder_id }]);
  await chat.getByRole('button', { name: ben.name }).click();
  await expect.poll(() => detailsOf(page, 'request_view_member')).toEqual([{ binder_id, user_id: ben.id }]);
  await chat.getByRole('link', { name: 'Members' }).click();
  await chat.getByRole('button', { name: `${ada.name} (you)` }).click();
  await expect.poll(async () => (await detailsOf(page, 'request_view_member'))[1]?.user_id).toEqual(ada.id);
  await chat.getByRole('button', { name: 'Add people' }).click();
  await expect.poll(() => detailsOf(page, 'invite_member')).toEqual([{ binder_id }]);

  await chat.getByRole('link', { name: 'Pages' }).click();
  await chat.getByRole('button', { name: 'Add', exact: true }).click();
  const lines = chat.getByRole('menuitem');
  await expect
    .poll(() => lines.allInnerTexts())
    .toEqual(['Link', 'From our archive', 'Note', 'Whiteboard', 'Scan']);
  await chat.getByRole('menuitem', { name: 'From our archive' }).click();
  await expect.poll(() => detailsOf(page, 'add_page')).toEqual([{ binder_id, action: 'From our archive' }]);
  const [added] = await eventsOf(page, 'add_page');
  assert.equal(added?.session_id, await page.evaluate('handle.session_id'));
  await chat.getByRole('link', { name: /^Sketch/ }).click();
  await chat.getByRole('button', { name: 'More' }).click();
  await chat.getByRole('menuitem', { name: 'Share' }).click();
  await expect.poll(() => detailsOf(page, 'share')).toEqual([{ binder_id, page_id }]);

  await showModule(page, 'timeline', 'two', {}, ['request_create_binder']);
  await frameIn(page, 'two').getByRole('button', { name: 'New', exact: true }).click();
  await frameIn(page, 'two').getByRole('menuitem', { name: 'New binder' }).click();
  await expect.poll(() => detailsOf(page, 'request_create_binder')).toEqual([{}]);
  assert.equal(await frameIn(page, 'two').getByRole('dialog').count(), 0);
});

test('[SDK-44] [SDK-15] Chat shows its own dialog if the page asks for it, and hides actions without a callback', async ({
  org,
  openReady,
}) => {
  const { ada, ben } = org;
  const binder_id = await org.addBinder('Requests', ada, [ben]);
  await org.post(binder_id, ben, 'Who am I?');
  const page = await openReady();
  const dialogs = { show_dialogs: { member_invite: 'true' } };
  await showModule(page, 'chat', 'one', { binder_id, extension: dialogs }, ['invite_member']);
  const other = frameIn(page, 'one');
  await other.locator('.message').first().waitFor();
  assert.equal(await other.getByRole('button', { name: ben.name }).count(), 0);
  await other.getByRole('link', { name: 'Members' }).click();
  await other.getByRole('button', { name: 'Add people' }).click();
  await other.getByRole('dialog').waitFor();
  assert.equal((await detailsOf(page, 'invite_member')).length, 0);
});

test('[SDK-45] a call opens a message, a page, a to-do, a file or a part of a binder', async ({
  org,
  service,
  openReady,
}) => {
  const { ada, ben } = org;
  const binder_id = await org.addBinder('Loan 12', ada, [ben]);
  const chat_id = await org.post(binder_id, ben, 'The first of all');
  const page_id = await addWhiteboard(service, binder_id, ada, 'Sketch');
  const { fileId: file_id } = await uploadFile(
    service,
    { binderId: binder_id, token: ada.token },
    '# Agenda',
    'Agenda.md',
  );
  const todo = await service.call('POST', `/${binder_id}/todos`, {
    token: ada.token,
    json: { name: 'Book the notary' },
  });
  const todo_id = todo.body.data.todos[0].id;
  const page = await openReady();
  const chat = frameIn(page, 'one');
  const open = (call: string, more: object) => showModule(page, call, 'one', { binder_id, ...more });
  await open('chatView', { chat_id });
  await chat.locator(`[data-id="${chat_id}"].highlighted`).waitFor();
  await open('chat', { page_id });
  await chat.getByRole('heading', { name: 'Sketch' }).waitFor();
  await open('chat', { todo_id: String(todo_id) });
  await chat.locator('[data-open="true"]').getByText('Book the notary').first().waitFor();
  await open('chat', { file_id });
  await chat.getByRole('heading', { name: 'Agenda.md' }).waitFor();
  await open('chat', { tab: 'tab_todo' });
  await chat.getByText('Book the notary').waitFor();
});

test('[SDK-45] Timeline shows the binders of a category or of tags, and reports events of hidden binders', async ({
  org,
  service,
  openReady,
}) => {
  const { ada, ben } = org;
  const binder_id = await org.addBinder('Loan 12', ada, [ben]);
  const other = await org.addBinder('Garden', ada, [ben]);
  const page = await openReady();
  const category = await service.call('POST', '/me/categories', {
    token: ada.token,
    json: { name: 'Loans' },
  });
  const { id } = category.body.data;
  const json = { binders: [{ binder: { id: binder_id } }] };
  await service.call('POST', `/me/categories/${id}`, { token: ada.token, json });
  const names = (tag: string) => frameIn(page, tag).locator('.binder-row-name').allInnerTexts();
  const has = async (tag: string, name: string) => (await names(tag)).includes(name);
  await showModule(page, 'timelineView', 'two', { filter: 'category', filter_value: id });
  await expect.poll(() => names('two')).toEqual(['Loan 12']);
  await page.evaluate(`handle.update({ filter: 'all', filter_value: '', tags_exclude: 'Loans,None' })`);
  await expect
    .poll(async () => [await has('two', 'Loan 12'), await has('two', 'Garden')])
    .toEqual([false, true]);
  await page.evaluate(`handle.update({ tags_exclude: '', tags_include: ['Loans'] })`);
  await expect.poll(() => names('two')).toEqual(['Loan 12']);
  await org.post(other, ben, 'Seeds are in');
  await expect
    .poll(async () => (await detailsOf(page, 'receive_feed')).some(({ title }) => title === 'Garden'))
    .toEqual(true);
  assert.deepEqual(await detailsOf(page, 'leave_binder'), []);
  await service.call('DELETE', `/${other}`, { token: ada.token });
  await expect.poll(() => detailsOf(page, 'delete_binder')).toEqual([{ binder_id: other }]);

  const extension = { show_binder_options: 'false' };
  await showModule(page, 'timeline', 'three', { binder_id, extension });
  await frameIn(page, 'three').getByRole('heading', { name: 'Loan 12' }).waitFor();
  await expect.poll(async () => (await detailsOf(page, 'view_binder')).at(-1)?.binder_id).toEqual(binder_id);
  const row = frameIn(page, 'three').getByRole('link', { name: /^Loan 12/ });
  await row.click({ button: 'right' });
  await row.press('ContextMenu');
  assert.equal(await frameIn(page, 'three').locator('.binder-row .row-menu:visible').count(), 0);
  assert.equal(await frameIn(page, 'three').getByRole('menu').count(), 0);
});

test('[SDK-46] Clip without a binder asks where to save the recording', { tag: '@slow' }, async ({
  org,
  openReady,
}) => {
  const { carla } = org;
  const page = await openReady({ access_token: carla.token });
  await showModule(page, 'note', 'one', { video: 'true' });
  const clip = frameIn(page, 'one');
  await expect.poll(async () => (await detailsOf(page, 'create_binder')).length).toEqual(1);
  assert.equal(await clip.getByRole('radio', { name: /^Pages/ }).isDisabled(), true);
  assert.equal(await clip.getByRole('checkbox', { name: /^Camera/ }).isChecked(), true);
  const saved = await org.addBinder('Answers', carla);
  await clip.getByRole('radio', { name: /^Voice/ }).check();
  await clip.getByRole('button', { name: 'Start recording' }).click();
  await clip.getByRole('button', { name: 'Start now' }).click();
  await clip
    .getByRole('timer')
    .getByText(/^0:0[2-9]/)
    .waitFor();
  await clip.getByRole('button', { name: 'Stop' }).click();
  await clip.getByRole('button', { name: 'Save' }).click();
  await clip.getByRole('alert').getByText('Select a binder to save to').waitFor();
  assert.deepEqual(await detailsOf(page, 'save_note'), []);
  await clip.getByLabel('Binder').selectOption({ label: 'Answers' });
  await clip.getByRole('button', { name: 'Save' }).click();
  await clip.getByLabel('Link', { exact: true }).waitFor();
  const [note] = await detailsOf(page, 'save_note');
  assert.equal(note?.destination_binder_id, saved);
  assert.match(String(note?.share_url), new RegExp(`/b/${saved}/pages/`));
});

test('[SDK-46] Clip starts at a page of the binder', async ({ org, service, openReady }) => {
  const { carla } = org;
  const page = await openReady({ access_token: carla.token });
  const clip = frameIn(page, 'one');
  const plans = await org.addBinder('Plans', carla);
  const to = { binderId: plans, token: carla.token };
  await uploadFile(service, to, '# One', 'One.md');
  await uploadFile(service, to, '# Two', 'Two.md');
  await showModule(page, 'clip', 'one', { binder_id: plans, page_index: '1' });
  await clip.getByRole('radio', { name: /^Pages/ }).waitFor();
  assert.equal(await clip.getByRole('radio', { name: /^Pages/ }).isChecked(), true);
  await expect(clip.locator('select[name=page]')).toHaveValue('1');
});

test('[SDK-46] Draw without a binder creates one, and a page can post messages to a binder', async ({
  app,
  org,
  service,
  openReady,
}) => {
  const { ada, carla } = org;
  app.allowErrors(/403/);
  const page = await openReady({ access_token: carla.token });
  const saved = await org.addBinder('Answers', carla);
  await showModule(page, 'annotate', 'two', {});
  await frameIn(page, 'two').locator('.draw').waitFor();
  const [drawn] = await detailsOf(page, 'start_annotate');
  assert.match(String(drawn?.binder_id), /^B\w{22}$/);
  assert.notEqual(drawn?.binder_id, saved);
  const speak = `Service.postMessage('two', '${saved}', '', 'from the page'); Service.postMessage('', '${saved}', handle.session_id, 'of the session')`;
  await page.evaluate(speak);
  await expect
    .poll(async () => {
      const { body } = await service.call('GET', `/${saved}/messages`, { token: carla.token });
      return body.data.messages.flatMap(({ text }: { text?: string }) => (text ? [text] : [])).sort();
    })
    .toEqual(['from the page', 'of the session']);
  await page.evaluate(`handle.on('error', tell('refused'))`);
  await page.evaluate(`Service.postMessage('two', '${await org.addBinder('Closed', ada)}', '', 'x')`);
  await expect.poll(async () => (await eventsOf(page, 'refused'))[0]?.error_code).toEqual(403);
  const code = await page.evaluate<string>(
    `(() => { try { Service.postMessage('three', 'B1', '', 'x') } catch (error) { return error.error_code } })()`,
  );
  assert.equal(code, 'invalid session_id');
});

test('[SDK-48] the page or the module starts clips', async ({ org, openReady }) => {
  const { ada, ben, carla } = org;
  const binder_id = await org.addBinder('Leaving', ben, [ada, carla]);
  const page = await openReady();
  await showModule(page, 'pageView', 'one', { binder_id, scroll: 'true', allowfullscreen: false }, [
    'request_note',
  ]);
  const [frame] = await page.locator('#one iframe').all();
  assert.equal(await frame?.getAttribute('scrolling'), 'auto');
  assert.doesNotMatch((await frame?.getAttribute('allow')) ?? '', /fullscreen/);
  await expect.poll(() => detailsOf(page, 'start_page')).toEqual([{ binder_id }]);
  await frameIn(page, 'one').getByRole('button', { name: 'Record' }).click();
  await expect.poll(() => detailsOf(page, 'request_note')).toEqual([{ binder_id }]);
  assert.equal(await frameIn(page, 'one').getByRole('dialog').count(), 0);
  await showModule(page, 'pageView', 'one', { binder_id, autostart_note: 'true', dir: 'rtl' }, [
    'request_note',
  ]);
  await frameIn(page, 'one').getByRole('button', { name: 'Record' }).click();
  await frameIn(page, 'one').getByRole('dialog').waitFor();
  assert.equal(await frameIn(page, 'one').locator('html').getAttribute('dir'), 'rtl');
  assert.equal((await detailsOf(page, 'request_note')).length, 1);
});

test('[SDK-48] the modules that show a binder report its members leaving', async ({
  app,
  org,
  service,
  openReady,
}) => {
  const { ada, ben, carla } = org;
  // The module may send a request while it loses access.
  app.allowErrors(/status of 403/);
  const binder_id = await org.addBinder('Leaving', ben, [ada, carla]);
  const page = await openReady();
  await showModule(page, 'pageView', 'one', { binder_id });
  await showModule(page, 'timelineView', 'two', {}, ['request_view_binder']);
  await expect.poll(() => detailsOf(page, 'start_timeline')).toEqual([{ binder_id }]);
  await frameIn(page, 'two')
    .getByRole('link', { name: /^Leaving/ })
    .click();
  await expect.poll(() => detailsOf(page, 'request_view_binder')).toEqual([{ binder_id }]);
  await showModule(page, 'chatView', 'three', { unique_id: ben.uniqueId, org_id: org.partner.orgId });
  const remove = (id: string) =>
    service.call('POST', `/${binder_id}/removeuser`, { token: ben.token, json: { id } });
  await remove(carla.id);
  await expect.poll(() => detailsOf(page, 'remove_binder_user')).toEqual([{ binder_id }]);
  await remove(ada.id);
  await expect.poll(() => detailsOf(page, 'leave_binder')).toEqual([{ binder_id }, { binder_id }]);
});
