import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { CreatedUser } from '@ringbinder/testkit';
import { fakeMedia } from '@ringbinder/testkit/browser.ts';
import type { Page } from 'playwright-core';
import { openApp, startApp } from './testing/app-page.ts';
import { SCREENS } from './testing/console-page.ts';
import { controlsOf, without } from './testing/controls.ts';
import { bar, joinByPath, startMeet } from './testing/meet-people.ts';

const app = await startApp({}, fakeMedia);
const { browser, service, fixture } = app;
const { ada, ben, carla } = fixture;
let binderId: string;
const pages: Record<string, number> = {};

const post = async (path: string, json: object, { token }: CreatedUser = ada) => {
  const { status, body } = await service.call('POST', path, { token, json });
  assert.equal(status, 200, JSON.stringify(body));
  return body.data;
};

before(async () => {
  binderId = await fixture.addBinder('Roles', ada, [ben, carla]);
  await post(`/${binderId}/users/${carla.id}`, { type: 'BOARD_READ_ONLY' });
  const comment = { text: 'Is it signed?', is_position_comment: true, x: 10, y: 10 };
  for (const json of [
    { type: 'note', name: 'Minutes', text: 'Who was there' },
    { type: 'whiteboard', name: 'Board' },
  ]) {
    const { page_id } = await post(`/${binderId}/pages`, json);
    pages[json.type] = page_id;
    await post(`/${binderId}/pages/${page_id}/comments`, comment, ben);
  }
  const start_time = Date.now() + 86_400_000;
  const time = { start_time, end_time: start_time + 3_600_000 };
  await post('/meets/schedule', { name: 'Signing', ...time, binder_id: binderId });
});

/** The controls that only the first of two people has, and only the second. */
type Difference = [string[], string[]];
const compare = (one: readonly string[], other: readonly string[]): Difference => [
  without(one, other),
  without(other, one),
];

/** The controls of a part of the binder as the owner, an editor and a viewer have them. */
async function readAs(path: string, open: (page: Page) => Promise<unknown>) {
  const read = async ({ email }: CreatedUser) => {
    const { page } = await openApp(browser, service, email ?? '', { path: `/b/${binderId}${path}` });
    await open(page);
    const controls = await controlsOf(page, { closed: ['Actions: Roles'] });
    await page.context().close();
    return controls;
  };
  const [owner, editor, viewer] = [await read(ada), await read(ben), await read(carla)];
  return { owner, editor, viewer };
}

/** The controls of a page that all who may write have. The comment is the editor's; the owner may resolve it, too. */
const OF_PAGES = [
  ...[
    'Draw',
    'Mark a place',
    'Meet',
    'More to do with this page > Delete',
    'More to do with this page > Rename',
  ],
  ...['Resolve what Ben Okafor wrote', 'To the chat', 'Write a comment'],
];

async function openComments(page: Page) {
  await page.getByRole('button', { name: '1 comment' }).click();
  await page.getByText('Is it signed?').first().waitFor();
}

test('a page’s viewer offers what the rights of each allow', browser.needed, async () => {
  const { owner, editor, viewer } = await readAs(`/pages/${pages.note}`, openComments);
  assert.deepEqual(compare(owner, editor), [[], []]);
  assert.deepEqual(compare(editor, viewer), [['Edit the text', ...OF_PAGES].toSorted(), []]);
});

test('a whiteboard offers what the rights of each allow', browser.needed, async () => {
  const { owner, editor, viewer } = await readAs(`/pages/${pages.whiteboard}`, openComments);
  assert.deepEqual(compare(owner, editor), [[], []]);
  assert.deepEqual(compare(editor, viewer), [OF_PAGES, []]);
});

test('the list of meets offers what the rights of each allow', browser.needed, async () => {
  const { owner, editor, viewer } = await readAs('/meets', (page) =>
    page.getByRole('button', { name: 'What can be done with Signing' }).waitFor(),
  );
  const menu = 'What can be done with Signing >';
  const own = [`${menu} Cancel the meet`, `${menu} Change`, `${menu} Links for guests`];
  assert.deepEqual(compare(owner, editor), [own, []]);
  assert.deepEqual(compare(editor, viewer), [['Meet', 'Schedule a meet', 'Start Signing'], []]);
});

/** Controls that come with what a browser can do, and with what somebody sends by then. */
const ASKED_OF_DEVICES = /> (Mute|Stop camera|Write down what I say)$/;

/** The menus of a host alone. */
const HOST_MENUS: [string, string[]][] = [
  ['Actions for Ben Okafor', ['Make host', 'Remove from the meet']],
  ['Actions for Carla Mendes', ['Make host', 'Remove from the meet']],
  ['Actions for Grace Hopper', ['Remove from the meet']],
  ['Leave or end', ['End for everyone', 'Leave']],
];

test(
  'in a meet host, member, viewer and guest have the controls of their rights',
  browser.needed,
  async () => {
    const { sessionKey, path } = await startMeet(app, binderId);
    const people: Page[] = [];
    for (const { email } of [ada, ben, carla]) people.push((await joinByPath(app, path, email ?? '')).page);
    const { url } = await post(`/meets/${sessionKey}/links`, {});
    const { page: guest } = await browser.newPage({ ...SCREENS['desktop, light'] });
    await guest.goto(url);
    await guest.getByLabel('Your name').fill('Grace Hopper');
    await guest.getByRole('button', { name: 'Join', exact: true }).click();
    const [host] = people;
    for (const page of people) await page.getByRole('button', { name: /^People/ }).click();
    await host?.getByRole('button', { name: 'Let in Grace Hopper' }).first().click();
    await bar(guest, 'Leave').waitFor();
    await guest.getByRole('button', { name: /^People/ }).click();
    const read = async (page: Page) => {
      const panel = page.getByRole('complementary', { name: 'People' });
      for (const name of ['Ada Lovelace', 'Ben Okafor', 'Carla Mendes', 'Grace Hopper'])
        await panel.getByText(name).first().waitFor();
      const controls = await controlsOf(page, { part: '.meet' });
      return controls
        .filter((name) => !ASKED_OF_DEVICES.test(name))
        .map((name) => name.replace(' (you)', ''));
    };
    const all = [];
    for (const page of [...people, guest]) all.push(await read(page));
    const [hostControls = [], member = [], viewer = [], ofGuest = []] = all;
    const ofHost = HOST_MENUS.flatMap(([name, items]) => [name, ...items.map((item) => `${name} > ${item}`)]);
    const more = [
      'Captions in the log',
      'Copy link for guests',
      'Lock the meet',
      'Mute everyone',
      'Start recording',
    ];
    const ofMore = more.map((item) => `More > ${item}`);
    assert.deepEqual(compare(hostControls, member), [
      ['Copy link for guests', 'Lock', ...ofHost, ...ofMore].toSorted(),
      ['Leave'],
    ]);
    assert.deepEqual(compare(member, viewer), [['Show a page'], []]);
    assert.deepEqual(compare(viewer, ofGuest), [['Chat', 'More > Copy link for members'], []]);
  },
);
