import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { CreatedUser } from '@ringbinder/testkit';
import { stepFor } from '../transactions/testing/workflow.ts';
import { openApp, startApp } from './testing/app-page.ts';
import { controlsOf, without } from './testing/controls.ts';

const { browser, service, fixture } = await startApp();
const { ada, ben, carla } = fixture;
let binderId: string;

const post = async (path: string, json: object, { token }: CreatedUser = ada) => {
  const { status, body } = await service.call('POST', path, { token, json });
  assert.equal(status, 200, JSON.stringify(body));
  return body.data;
};

before(async () => {
  binderId = await fixture.addBinder('Roles', ada, [ben, carla]);
  await post(`/${binderId}/users/${carla.id}`, { type: 'BOARD_READ_ONLY' });
  const message = await fixture.post(binderId, ada, 'First');
  await post(`/${binderId}/messages/${message}/reactions`, { emoji: '👍' });
  await post(`/${binderId}/pages`, { type: 'whiteboard', name: 'Board' });
  await post(`/${binderId}/todos`, { name: 'Call' });
  await post(`/${binderId}/transactions`, { title: 'Loan', content: '', steps: [stepFor(ada)] });
});

interface Section {
  /** What is on it. */
  content: string;
  /** Of the owner alone. */
  own: string[];
  /** Of all who may write. */
  write: string[];
  /** What an editor and a viewer have, and the owner has not. */
  leave?: [string, string];
}

const OF_MESSAGES = ['Add a reaction', 'React', 'Reply', '✅', '🎉', '👍', '👍 1'];
const OF_COMPOSER = [
  ...['Attach files', 'Formatting', 'Insert an emoji', 'Message', 'Record a clip', 'Record a voice message'],
];

/** Every control of a section that not everybody has. What is not here everybody has. */
const SECTIONS: Record<string, Section> = {
  '': {
    content: 'First',
    own: ['Approve', 'Decline', 'Edit', 'Actions: Roles > Export', 'Actions: Roles > Delete'],
    write: [...OF_MESSAGES, ...OF_COMPOSER, 'Meet', 'Actions: Roles > Rename'],
    leave: ['Actions: Roles > Leave', 'Actions: Roles > Leave'],
  },
  '/pages': {
    content: 'Board',
    own: [],
    write: [
      ...['Add', 'Add > Link', 'Add > Note', 'Add > Whiteboard', 'Record', 'Upload', 'Upload files', 'Meet'],
      ...['Select Board', 'BoardWhiteboard (dragged)', 'Actions on Board > Copy or move to a binder'],
      ...['Actions on Board > Delete', 'Actions on Board > Rename'],
    ],
  },
  '/todos': { content: 'Call', own: [], write: ['Add a to-do', 'Done: Call', 'Meet', 'Move Call'] },
  '/transactions': { content: 'Loan', own: ['Approve', 'Decline'], write: ['Ask for something', 'Meet'] },
  '/members': {
    content: 'Ben Okafor',
    own: [
      ...['Ben Okafor: Can write', 'Carla Mendes: Can read'].flatMap((menu) =>
        ['Can read', 'Can write', 'Hand over as owner'].map((item) => `${menu} > ${item}`),
      ),
      'Ben Okafor: Can write > Remove',
    ],
    write: [
      'Add people',
      'Ben Okafor: Can write',
      'Ben Okafor: Can write > Leave the binder',
      'Carla Mendes: Can read > Remove',
      'Meet',
    ],
    leave: ['Ben Okafor: Can write > Leave the binder', 'Carla Mendes: Can read > Leave the binder'],
  },
};

for (const [section, { content, own, write, leave }] of Object.entries(SECTIONS))
  test(
    `owner, editor and viewer have the controls of their rights in /b/{id}${section}`,
    browser.needed,
    async () => {
      const read = async (user: CreatedUser) => {
        const path = `/b/${binderId}${section}`;
        const { page } = await openApp(browser, service, user.email ?? '', { path });
        const shown = page.locator('.app main').getByText(content).filter({ visible: true }).first();
        await shown.waitFor();
        await shown.hover();
        const controls = await controlsOf(page, { closed: section === '' ? [] : ['Actions: Roles'] });
        await page.context().close();
        // Who has reacted is no control.
        return controls.map((name) => name.replace(/^(👍 1): .*/, '$1'));
      };
      const [owner, editor, viewer] = [await read(ada), await read(ben), await read(carla)];
      assert.deepEqual(without(owner, editor), own.toSorted());
      assert.deepEqual(without(editor, viewer), write.toSorted());
      assert.deepEqual(without(editor, owner), leave?.slice(0, 1) ?? []);
      assert.deepEqual(without(viewer, owner), leave?.slice(1) ?? []);
    },
  );
