import assert from 'node:assert/strict';
import { stepFor } from '@ringbinder/server/features/transactions/testing/workflow.ts';
import type { CreatedUser } from '@ringbinder/testkit';
import { type App, expect, type Page, test } from '@ringbinder/testkit/playwright/index.ts';
import { controlsOf, without } from '../support/controls.ts';

async function post({ service, org }: App, path: string, json: object, { token }: CreatedUser = org.ada) {
  const { status, body } = await service.call('POST', path, { token, json });
  assert.equal(status, 200, JSON.stringify(body));
  return body.data;
}

async function addRoles(app: App): Promise<string> {
  const { ada, ben, carla, addBinder } = app.org;
  const id = await addBinder('Roles', ada, [ben, carla]);
  await post(app, `/${id}/users/${carla.id}`, { type: 'BOARD_READ_ONLY' });
  return id;
}

function openAsAll({ open, org }: App, path: string) {
  return Promise.all([org.ada, org.ben, org.carla].map((person) => open(person, { path })));
}

async function readAll(pages: readonly Page[], read: (page: Page) => Promise<string[]>) {
  const [owner = [], editor = [], viewer = []] = await Promise.all(pages.map(read));
  return { owner, editor, viewer };
}

const openPart = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Binder sections' }).getByRole('link', { name, exact: true }).click();

interface Section {
  name: string;
  content: string;
  own: string[];
  write: string[];
  leave?: [string, string];
}

const OF_MESSAGES = ['Add a reaction', 'React', 'Reply', 'Reply in thread', '✅', '🎉', '👍', '👍 1'];
const OF_COMPOSER = [
  ...['Attach files', 'Formatting', 'Insert an emoji', 'Message', 'Record a clip', 'Record a voice message'],
];

const SECTIONS: Section[] = [
  {
    name: 'Chat',
    content: 'First',
    own: ['Approve', 'Decline', 'Edit', 'Actions: Roles > Export', 'Actions: Roles > Delete'],
    write: [...OF_MESSAGES, ...OF_COMPOSER, 'Start meeting', 'Actions: Roles > Rename'],
    leave: ['Actions: Roles > Leave', 'Actions: Roles > Leave'],
  },
  {
    name: 'Pages',
    content: 'Board',
    own: [],
    write: [
      ...[
        'Add',
        'Add > Link',
        'Add > Note',
        'Add > Whiteboard',
        'New section',
        'Record',
        'Upload',
        'Upload files',
        'Start meeting',
      ],
      ...['Select Board', 'BoardWhiteboard (dragged)', 'More actions: Board > Copy or move to a binder'],
      ...['Delete', 'Rename', 'Start a request'].map((item) => `More actions: Board > ${item}`),
    ],
  },
  {
    name: 'To-dos',
    content: 'Call',
    own: [],
    write: ['Add a to-do', 'Done: Call', 'Start meeting', 'Move Call'],
  },
  {
    name: 'Approvals',
    content: 'Loan',
    // Ada is also an admin, and admins manage templates.
    own: ['Approve', 'Ask before I answer', 'Decline', 'Templates'],
    write: ['Request', 'Start meeting'],
  },
  {
    name: 'Members',
    content: 'Ben Okafor',
    own: [
      ...['Ben Okafor: Can edit', 'Carla Mendes: Can view'].flatMap((menu) =>
        ['Can view', 'Can edit', 'Transfer ownership'].map((item) => `${menu} > ${item}`),
      ),
      'Ben Okafor: Can edit > Remove',
    ],
    write: [
      'Add people',
      'Ben Okafor: Can edit',
      'Ben Okafor: Can edit > Leave binder',
      'Carla Mendes: Can view > Remove',
      'Start meeting',
    ],
    leave: ['Ben Okafor: Can edit > Leave binder', 'Carla Mendes: Can view > Leave binder'],
  },
];

test('owner, editor and viewer have the controls of their rights in each part of a binder', async ({
  app,
  org,
}) => {
  const id = await addRoles(app);
  const message = await org.post(id, org.ada, 'First');
  await post(app, `/${id}/messages/${message}/reactions`, { emoji: '👍' });
  await post(app, `/${id}/pages`, { type: 'whiteboard', name: 'Board' });
  await post(app, `/${id}/todos`, { name: 'Call' });
  await post(app, `/${id}/transactions`, { title: 'Loan', content: '', steps: [stepFor(org.ada)] });
  const pages = await openAsAll(app, `/b/${id}`);
  // Parts that load on use may come after the content.
  for (const { name, content, own, write, leave } of SECTIONS)
    await test.step(name, () =>
      expect(async () => {
        const { owner, editor, viewer } = await readAll(pages, async (page) => {
          await openPart(page, name);
          const visible = page.locator('.app main').getByText(content).filter({ visible: true }).first();
          await visible.waitFor();
          await visible.hover();
          if (name === 'Chat') {
            await page.locator('.action-bar').first().waitFor();
            await page.getByRole('link', { name: 'Loan' }).first().waitFor();
          }
          const controls = await controlsOf(page, { closed: name === 'Chat' ? [] : ['Actions: Roles'] });
          // The texts that these patterns remove depend on the role.
          return controls.map((control) =>
            control
              .replace(/^(👍 1): .*/, '$1')
              .replace(/ \(you\)$/, '')
              .replace(/^(BoardWhiteboard).*( \(dragged\))$/, '$1$2'),
          );
        });
        expect(without(owner, editor)).toEqual(own.toSorted());
        expect(without(editor, viewer)).toEqual(write.toSorted());
        expect(without(editor, owner)).toEqual(leave?.slice(0, 1) ?? []);
        expect(without(viewer, owner)).toEqual(leave?.slice(1) ?? []);
      }).toPass(),
    );
});

const OF_THE_AUTHOR = ['Delete: Is it signed?', 'Edit: Is it signed?'];

const OF_PAGES = [
  ...['Add a pin', 'Draw', 'More actions > Copy or move to a binder', 'More actions > Delete'],
  ...[
    'More actions > Rename',
    'More actions > Start a request',
    'Reply',
    'Reply in chat',
    'Resolve the comment by Ben Okafor',
    'Start meeting',
    'Write a comment',
  ],
];

test('owner, editor and viewer have the controls of their rights in the viewer, on a whiteboard and in the list of meets', {
  tag: '@slow',
}, async ({ app, org }) => {
  const id = await addRoles(app);
  const comment = { text: 'Is it signed?', is_position_comment: true, x: 10, y: 10 };
  const addPage = async (json: object): Promise<string> => {
    const { page_id } = await post(app, `/${id}/pages`, json);
    await post(app, `/${id}/pages/${page_id}/comments`, comment, org.ben);
    return `/b/${id}/pages/${page_id}`;
  };
  const note = await addPage({ type: 'note', name: 'Minutes', text: 'Who was there' });
  const board = await addPage({ type: 'whiteboard', name: 'Board' });
  const start_time = Date.now() + 86_400_000;
  const time = { start_time, end_time: start_time + 3_600_000 };
  await post(app, '/meets/schedule', { name: 'Signing', ...time, binder_id: id });
  const pages = await openAsAll(app, note);
  const readParts = (open: (page: Page) => Promise<unknown>) =>
    readAll(pages, async (page) => {
      await open(page);
      await expect(page.getByRole('button', { name: 'Actions: Roles' })).toHaveCount(2);
      return controlsOf(page, { closed: ['Actions: Roles'] });
    });
  const openComments = async (page: Page) => {
    await page.getByRole('button', { name: '1 comment' }).click();
    await page.getByText('Is it signed?').first().waitFor();
  };

  await test.step('the viewer of a note', async () => {
    const { owner, editor, viewer } = await readParts(openComments);
    expect.soft(without(owner, editor)).toEqual([]);
    expect.soft(without(editor, owner)).toEqual(OF_THE_AUTHOR);
    expect
      .soft(without(editor, viewer))
      .toEqual(['Edit text', 'Minutes', ...OF_PAGES, ...OF_THE_AUTHOR].toSorted());
    expect.soft(without(viewer, editor)).toEqual([]);
  });

  await test.step('a whiteboard', async () => {
    const { owner, editor, viewer } = await readParts(async (page) => {
      await page.goto(`${app.service.origin}${board}`);
      await openComments(page);
    });
    expect.soft(without(owner, editor)).toEqual([]);
    expect.soft(without(editor, owner)).toEqual(OF_THE_AUTHOR);
    expect
      .soft(without(editor, viewer))
      .toEqual([...OF_PAGES, ...OF_THE_AUTHOR, 'More actions > Edit alt text'].toSorted());
    expect.soft(without(viewer, editor)).toEqual([]);
  });

  await test.step('the list of meets', async () => {
    const menu = 'More actions: Signing';
    const { owner, editor, viewer } = await readParts(async (page) => {
      await openPart(page, 'Meetings');
      await page.getByRole('button', { name: menu }).waitFor();
    });
    expect
      .soft(without(owner, editor))
      .toEqual([`${menu} > Cancel meeting`, `${menu} > Edit`, `${menu} > Guest links`]);
    // The host needs no answer of their own.
    expect.soft(without(editor, owner)).toEqual(['Answers to “Signing”']);
    expect.soft(without(editor, viewer)).toEqual(['Schedule a meeting', 'Start Signing', 'Start meeting']);
    expect.soft(without(viewer, editor)).toEqual([]);
  });
});
