import assert from 'node:assert/strict';
import type { CreatedUser } from '@ringbinder/testkit';
import { type App, type Page, test } from '@ringbinder/testkit/playwright/index.ts';
import { controlsOf, without } from '../support/controls.ts';
import { joinByPath, meetButton } from '../support/meet-people.ts';
import { SMALL_MEDIA } from '../support/small-media.ts';

const NAMES = ['Ada Lovelace', 'Ben Okafor', 'Carla Mendes', 'Grace Hopper'];

const DEVICE_ACTIONS = /> (Mute|Stop camera|Transcribe my speech)$/;

const HOST_MENUS: [string, string[]][] = [
  ['Actions for Ben Okafor', ['Make host', 'Remove from the meeting']],
  ['Actions for Carla Mendes', ['Make host', 'Remove from the meeting']],
  ['Actions for Grace Hopper', ['Remove from the meeting']],
  ['Leave or end', ['End for everyone', 'Leave']],
];
const HOST_ITEMS = [
  'Save captions to the meeting log',
  'Copy link for guests',
  'Lock the meeting',
  'Mute everyone',
  'Start recording',
];

const compare = (one: readonly string[], other: readonly string[]) => [
  without(one, other),
  without(other, one),
];

async function join(app: App, path: string, person: CreatedUser): Promise<Page> {
  const page = await joinByPath(app, path, person);
  await page.getByRole('button', { name: /^People/ }).click();
  return page;
}

async function readControls(page: Page): Promise<string[]> {
  const panel = page.getByRole('complementary', { name: 'People' });
  for (const name of NAMES) await panel.getByText(name).first().waitFor();
  const controls = await controlsOf(page, { part: '.meet', force: true });
  return controls.filter((name) => !DEVICE_ACTIONS.test(name)).map((name) => name.replace(' (you)', ''));
}

test('in a meet host, member, viewer and guest have the controls of their rights', { tag: '@slow' }, async ({
  app,
  org,
  service,
}) => {
  const { ada, ben, carla } = org;
  const post = async (path: string, json: object) => {
    const { status, body } = await service.call('POST', path, { token: ada.token, json });
    assert.equal(status, 200, JSON.stringify(body));
    return body.data;
  };
  const absent = await org.addUser('Dora Quinn');
  const id = await org.addBinder('Roles', ada, [ben, carla, absent]);
  await post(`/${id}/users/${carla.id}`, { type: 'BOARD_READ_ONLY' });
  const { session_key } = await post(`/${id}/meets`, {});
  const path = `/b/${id}/meet/${session_key}`;
  const host = await join(app, path, ada);
  const member = await join(app, path, ben);
  const viewer = await join(app, path, carla);
  const { url } = await post(`/meets/${session_key}/links`, {});
  const guest = await app.newPage();
  await guest.addInitScript(SMALL_MEDIA);
  await guest.goto(url);
  await guest.getByLabel('Your name').fill('Grace Hopper');
  await guest.getByRole('button', { name: 'Join', exact: true }).click();
  await host.getByRole('button', { name: 'Let in Grace Hopper' }).first().click();
  await meetButton(guest, 'Leave').waitFor();
  await guest.getByRole('button', { name: /^People/ }).click();
  const ofHost = await readControls(host);
  const ofMember = await readControls(member);
  const ofViewer = await readControls(viewer);
  const ofGuest = await readControls(guest);
  const menus = HOST_MENUS.flatMap(([name, items]) => [name, ...items.map((item) => `${name} > ${item}`)]);
  const more = HOST_ITEMS.map((item) => `More > ${item}`);
  assert.deepEqual(compare(ofHost, ofMember), [
    ['Copy link for guests', 'Lock', ...menus, ...more].toSorted(),
    ['Leave'],
  ]);
  assert.deepEqual(compare(ofMember, ofViewer), [['Ring Dora Quinn', 'Show a page'], []]);
  assert.deepEqual(compare(ofViewer, ofGuest), [
    ['Chat', 'Minimise the meeting', 'More > Copy link for members'],
    [],
  ]);
});
