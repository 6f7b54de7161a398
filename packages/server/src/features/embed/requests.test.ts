import assert from 'node:assert/strict';
import { test } from 'node:test';
import { becomes, uploadFile } from '@ringbinder/testkit';
import { fakeMedia } from '@ringbinder/testkit/browser.ts';
import { startApp } from '../web/testing/app-page.ts';
import { frameIn, openHost, pageWith, registerOrigins, startHost, toldOf } from './testing/host-page.ts';
import { detailsOf, showModule } from './testing/shown-module.ts';

const { browser, service, fixture } = await startApp({}, fakeMedia);
const host = await startHost();
await registerOrigins(service, fixture.client.id, [host.origin]);
const { ada, ben, carla } = fixture;
const tags = ['one', 'two', 'three'];
host.put('/', pageWith(service, tags.map((tag) => `<div id="${tag}"></div>`).join('')));

/** Opens a page that has called `init` for somebody. */
async function openReady(token = ada.token) {
  const options = { mode: 'production', client_id: fixture.client.id, access_token: token, sdk_version: 4 };
  const opened = await openHost(browser, `${host.origin}/`);
  await opened.page.evaluate(`Service.init(${JSON.stringify(options)})`);
  return opened;
}

const whiteboard = async (binderId: string, name: string): Promise<number> => {
  const json = { type: 'whiteboard', name };
  const made = await service.call('POST', `/${binderId}/pages`, { token: ada.token, json });
  return made.body.data.page_id;
};

test(
  '[SDK-44] [SDK-15] a page that hears of it shows people, shares pages, adds pages, adds people and makes binders in its own way',
  browser.needed,
  async () => {
    const binder_id = await fixture.addBinder('Requests', ada, [ben]);
    await fixture.post(binder_id, ben, 'Who am I?');
    const page_id = await whiteboard(binder_id, 'Sketch');
    const { page, errors } = await openReady();
    const extension = {
      menus: [{ add_page: [{ menu_name: 'From our archive', position: 1 }, { menu_name: 'Scan' }] }],
    };
    const heard = ['request_view_member', 'share', 'add_page', 'invite_member', 'request_meet'];
    await showModule(page, 'chat', 'one', { binder_id, extension }, heard);
    const chat = frameIn(page, 'one');
    await chat.getByRole('button', { name: 'Start a meet' }).click();
    await becomes(() => detailsOf(page, 'request_meet'), [{ binder_id }]);
    await chat.getByRole('button', { name: ben.name }).click();
    await becomes(() => detailsOf(page, 'request_view_member'), [{ binder_id, user_id: ben.id }]);
    await chat.getByRole('link', { name: 'Members' }).click();
    await chat.getByRole('button', { name: `${ada.name} (you)` }).click();
    await becomes(async () => (await detailsOf(page, 'request_view_member'))[1]?.user_id, ada.id);
    await chat.getByRole('button', { name: 'Add people' }).click();
    await becomes(() => detailsOf(page, 'invite_member'), [{ binder_id }]);

    await chat.getByRole('link', { name: 'Pages' }).click();
    await chat.getByRole('button', { name: 'Add', exact: true }).click();
    const lines = chat.getByRole('menuitem');
    await becomes(() => lines.allInnerTexts(), ['Link', 'From our archive', 'Note', 'Whiteboard', 'Scan']);
    await chat.getByRole('menuitem', { name: 'From our archive' }).click();
    await becomes(() => detailsOf(page, 'add_page'), [{ binder_id, action: 'From our archive' }]);
    const [added] = await toldOf(page, 'add_page');
    assert.equal(added?.session_id, await page.evaluate('handle.session_id'));
    await chat.getByRole('link', { name: /^Sketch/ }).click();
    await chat.getByRole('button', { name: 'More' }).click();
    await chat.getByRole('menuitem', { name: 'Share' }).click();
    await becomes(() => detailsOf(page, 'share'), [{ binder_id, page_id }]);

    // A dialog of our own is shown where the page says so, and nothing is offered that nobody hears.
    const dialogs = { show_dialogs: { member_invite: 'true' } };
    await showModule(page, 'chat', 'two', { binder_id, extension: dialogs }, ['invite_member']);
    const other = frameIn(page, 'two');
    await other.locator('.message').first().waitFor();
    assert.equal(await other.getByRole('button', { name: ben.name }).count(), 0);
    await other.getByRole('link', { name: 'Members' }).click();
    await other.getByRole('button', { name: 'Add people' }).click();
    await other.getByRole('dialog').waitFor();
    assert.equal((await detailsOf(page, 'invite_member')).length, 1);

    await showModule(page, 'timeline', 'three', {}, ['request_create_binder']);
    await frameIn(page, 'three').getByRole('button', { name: 'New', exact: true }).click();
    await frameIn(page, 'three').getByRole('menuitem', { name: 'New binder' }).click();
    await becomes(() => detailsOf(page, 'request_create_binder'), [{}]);
    assert.equal(await frameIn(page, 'three').getByRole('dialog').count(), 0);
    assert.deepEqual(errors, []);
    await page.context().close();
  },
);

test(
  '[SDK-45] a call leads to a message, a page, a to-do, a file or a part of the binder, and Timeline to some of the binders',
  browser.needed,
  async () => {
    const binder_id = await fixture.addBinder('Loan 12', ada, [ben]);
    const other = await fixture.addBinder('Garden', ada, [ben]);
    const chat_id = await fixture.post(binder_id, ben, 'The first of all');
    const page_id = await whiteboard(binder_id, 'Sketch');
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
    const { page, errors } = await openReady();
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

    const made = await service.call('POST', '/me/categories', { token: ada.token, json: { name: 'Loans' } });
    const { id } = made.body.data;
    const json = { binders: [{ binder: { id: binder_id } }] };
    await service.call('POST', `/me/categories/${id}`, { token: ada.token, json });
    const names = (tag: string) => frameIn(page, tag).locator('.binder-row-name').allInnerTexts();
    const has = async (tag: string, name: string) => (await names(tag)).includes(name);
    await showModule(page, 'timelineView', 'two', { filter: 'category', filter_value: id });
    await becomes(() => names('two'), ['Loan 12']);
    await page.evaluate(`handle.update({ filter: 'all', filter_value: '', tags_exclude: 'Loans,None' })`);
    await becomes(async () => [await has('two', 'Loan 12'), await has('two', 'Garden')], [false, true]);
    await page.evaluate(`handle.update({ tags_exclude: '', tags_include: ['Loans'] })`);
    await becomes(() => names('two'), ['Loan 12']);
    // What is not shown is told of all the same, and does not seem to have been left.
    await fixture.post(other, ben, 'Seeds are in');
    await becomes(
      async () => (await detailsOf(page, 'receive_feed')).some(({ title }) => title === 'Garden'),
      true,
    );
    assert.deepEqual(await detailsOf(page, 'leave_binder'), []);
    await service.call('DELETE', `/${other}`, { token: ada.token });
    await becomes(() => detailsOf(page, 'delete_binder'), [{ binder_id: other }]);

    const extension = { show_binder_options: 'false' };
    await showModule(page, 'timeline', 'three', { binder_id, extension });
    await frameIn(page, 'three').getByRole('heading', { name: 'Loan 12' }).waitFor();
    await becomes(async () => (await detailsOf(page, 'view_binder')).at(-1)?.binder_id, binder_id);
    const row = frameIn(page, 'three').getByRole('link', { name: /^Loan 12/ });
    await row.click({ button: 'right' });
    await row.press('ContextMenu');
    assert.equal(await frameIn(page, 'three').locator('.binder-row .row-menu:visible').count(), 0);
    assert.equal(await frameIn(page, 'three').getByRole('menu').count(), 0);
    assert.deepEqual(errors, []);
    await page.context().close();
  },
);

test(
  '[SDK-46] Clip without a binder asks where to save, Draw without one makes one, and a page can speak in a binder',
  browser.needed,
  async () => {
    const { page, errors } = await openReady(carla.token);
    await showModule(page, 'note', 'one', { video: 'true' });
    const clip = frameIn(page, 'one');
    // Somebody who has no binder gets one, for the recording is sent while it is made.
    await becomes(async () => (await detailsOf(page, 'create_binder')).length, 1);
    const [made] = await detailsOf(page, 'create_binder');
    assert.equal(await clip.getByRole('radio', { name: /^Pages/ }).isDisabled(), true);
    assert.equal(await clip.getByRole('checkbox', { name: /^Camera/ }).isChecked(), true);
    const saved = await fixture.addBinder('Answers', carla);
    await clip.getByRole('radio', { name: /^Voice/ }).check();
    await clip.getByRole('button', { name: 'Start recording' }).click();
    await clip.getByRole('button', { name: 'Begin now' }).click();
    await clip
      .getByRole('timer')
      .getByText(/^0:0[2-9]/)
      .waitFor();
    await clip.getByRole('button', { name: 'Stop' }).click();
    await clip.getByRole('button', { name: 'Save' }).click();
    await clip.getByRole('alert').getByText('Choose the binder').waitFor();
    assert.deepEqual(await detailsOf(page, 'save_note'), []);
    await clip.getByLabel('Binder').selectOption({ label: 'Answers' });
    await clip.getByRole('button', { name: 'Save' }).click();
    await clip.getByLabel('Link', { exact: true }).waitFor();
    const [note] = await detailsOf(page, 'save_note');
    assert.equal(note?.destination_binder_id, saved);
    assert.match(String(note?.share_url), new RegExp(`/b/${saved}/pages/`));

    // Another call: the pages of a binder, from one of them on.
    const plans = await fixture.addBinder('Plans', carla);
    const to = { binderId: plans, token: carla.token };
    await uploadFile(service, to, '# One', 'One.md');
    await uploadFile(service, to, '# Two', 'Two.md');
    await page.evaluate('handle.close()');
    await showModule(page, 'clip', 'one', { binder_id: plans, page_index: '1' });
    await clip.getByRole('radio', { name: /^Pages/ }).waitFor();
    assert.equal(await clip.getByRole('radio', { name: /^Pages/ }).isChecked(), true);
    await becomes(() => clip.locator('select[name=page]').inputValue(), '1');

    await showModule(page, 'annotate', 'two', {});
    await frameIn(page, 'two').locator('.draw').waitFor();
    const [drawn] = await detailsOf(page, 'start_annotate');
    assert.notEqual(drawn?.binder_id, made?.binder_id);
    const speak = `Service.postMessage('two', '${saved}', '', 'from the page'); Service.postMessage('', '${saved}', handle.session_id, 'of the session')`;
    await page.evaluate(speak);
    await becomes(async () => {
      const { body } = await service.call('GET', `/${saved}/messages`, { token: carla.token });
      return body.data.messages.flatMap(({ text }: { text?: string }) => (text ? [text] : [])).sort();
    }, ['from the page', 'of the session']);
    await page.evaluate(`handle.on('error', tell('refused'))`);
    await page.evaluate(`Service.postMessage('two', '${await fixture.addBinder('Closed', ada)}', '', 'x')`);
    await becomes(async () => (await toldOf(page, 'refused'))[0]?.error_code, 403);
    const code = await page.evaluate<string>(
      `(() => { try { Service.postMessage('three', 'B1', '', 'x') } catch (error) { return error.error_code } })()`,
    );
    assert.equal(code, 'invalid session_id');
    assert.deepEqual(
      errors.filter((each) => !/403/.test(each)),
      [],
    );
    await page.context().close();
  },
);

test(
  '[SDK-48] what happens in a binder is told as long as it is shown, and clips are begun by the page or here',
  browser.needed,
  async () => {
    const binder_id = await fixture.addBinder('Leaving', ben, [ada, carla]);
    const { page, errors } = await openReady();
    await showModule(page, 'pageView', 'one', { binder_id, scroll: 'true', allowfullscreen: false }, [
      'request_note',
    ]);
    const [frame] = await page.locator('#one iframe').all();
    assert.equal(await frame?.getAttribute('scrolling'), 'auto');
    assert.doesNotMatch((await frame?.getAttribute('allow')) ?? '', /fullscreen/);
    await becomes(() => detailsOf(page, 'start_page'), [{ binder_id }]);
    await frameIn(page, 'one').getByRole('button', { name: 'Record' }).click();
    await becomes(() => detailsOf(page, 'request_note'), [{ binder_id }]);
    assert.equal(await frameIn(page, 'one').getByRole('dialog').count(), 0);
    await showModule(page, 'pageView', 'one', { binder_id, autostart_note: 'true', dir: 'rtl' }, [
      'request_note',
    ]);
    await frameIn(page, 'one').getByRole('button', { name: 'Record' }).click();
    await frameIn(page, 'one').getByRole('dialog').waitFor();
    assert.equal(await frameIn(page, 'one').locator('html').getAttribute('dir'), 'rtl');
    assert.equal((await detailsOf(page, 'request_note')).length, 1);

    await showModule(page, 'timelineView', 'two', {}, ['request_view_binder']);
    await becomes(() => detailsOf(page, 'start_timeline'), [{ binder_id }]);
    await frameIn(page, 'two')
      .getByRole('link', { name: /^Leaving/ })
      .click();
    await becomes(() => detailsOf(page, 'request_view_binder'), [{ binder_id }]);
    await showModule(page, 'chatView', 'three', { unique_id: ben.uniqueId, org_id: fixture.partner.orgId });
    const remove = (id: string) =>
      service.call('POST', `/${binder_id}/removeuser`, { token: ben.token, json: { id } });
    await remove(carla.id);
    await becomes(() => detailsOf(page, 'remove_binder_user'), [{ binder_id }]);
    await remove(ada.id);
    // By the pages of it, and by Timeline.
    await becomes(() => detailsOf(page, 'leave_binder'), [{ binder_id }, { binder_id }]);
    assert.deepEqual(errors, []);
    await page.context().close();
  },
);
