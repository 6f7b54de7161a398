import assert from 'node:assert/strict';
import { checks } from '../check.ts';
import { data, done, listed, refused, status } from '../expect.ts';
import { stepFor } from '../trial.ts';
import type { CreatedPage, Member, Message, Page, Transaction } from '../types.ts';

const test = checks('history');

const withoutLinks = ({
  page_uri: _,
  thumbnail_uri: __,
  background_uri: ___,
  ...rest
}: Record<string, unknown>) => rest;

test('[TIME-1] [HIST-1] [HIST-2] [HIST-6] a binder is read as it was, by sequence and by time', async (t) => {
  const fixture = await t.binder();
  const read = async (query: string) => {
    const list = (name: string) => t.viewer.get(`${fixture.path}/${name}${query}`);
    return {
      pages: listed<Page>(await list('pages')).map(withoutLinks),
      transactions: listed<Transaction>(await list('transactions')),
      messages: listed<Message>(await list('messages')),
      users: listed<Member>(await list('users')),
    };
  };
  const id = await fixture.postText('first');
  const doomed = await fixture.postText('to be deleted');
  const board = { type: 'whiteboard', name: 'One' };
  const { page_id } = data<CreatedPage>(await t.owner.post(`${fixture.path}/pages`, board));
  const workflow = await fixture.workflow([stepFor(t.owner)]);
  const [before, seq] = [await read(''), await fixture.seq()];
  done(await t.owner.delete(`${fixture.path}/messages/${doomed}`));
  status(await t.owner.post(`${fixture.path}/messages/${id}`, { message: { text: 'second' } }), 200);
  done(await t.owner.delete(`${fixture.path}/pages/${page_id}`));
  done(await t.owner.post(`${workflow.path}/steps/${workflow.steps[0]}`, { click_button_id: 'approve' }));
  done(await t.owner.post(`${fixture.path}/removeuser`, { id: t.editor.id }));
  const expected = { ...before, messages: before.messages.filter((each) => each.id !== doomed) };
  assert.deepEqual(await read(`?as_of=seq:${seq}`), expected);
  const after = await fixture.seq();
  const now = await read('');
  assert.deepEqual(await read(`?as_of=seq:${after}`), now);
  const last = (await fixture.entries()).at(-1)?.at ?? 0;
  assert.deepEqual(await read(`?as_of=${last}`), now);
});

test('[HIST-10] [HIST-11] the text of a note is read as it was, by the call and by a signed link', async (t) => {
  const fixture = await t.binder();
  const note = { type: 'note', name: 'Terms', text: 'Ten years' };
  const { page_id } = data<CreatedPage>(await t.owner.post(`${fixture.path}/pages`, note));
  const seq = await fixture.seq();
  done(await t.owner.post(`${fixture.path}/pages/${page_id}`, { text: 'Twelve years' }));
  done(await t.owner.delete(`${fixture.path}/pages/${page_id}`));
  const then = await t.viewer.get(`${fixture.path}/pagedownload/${page_id}?as_of=seq:${seq}`);
  status(then, 200);
  assert.ok(JSON.stringify(then.json).includes('"Ten years"'), 'the text of then');
  const pages = listed<Page>(await t.viewer.get(`${fixture.path}/pages?as_of=seq:${seq}`));
  const link = String(pages[0]?.page_uri);
  assert.equal(link.includes('as_of=seq:'), true);
  refused(await t.viewer.get(`${fixture.path}/pagedownload/${page_id}?as_of=seq:${seq - 1}`), 404);
});

test('[HIST-3] [HIST-4] no future, nothing before the beginning, nobody from outside', async (t) => {
  const fixture = await t.binder();
  const path = `${fixture.path}/pages?as_of=`;
  refused(await t.viewer.get(`${path}yesterday`), 400, 'as_of');
  refused(await t.viewer.get(`${path}seq:${(await fixture.seq()) + 1}`), 412, 'as_of');
  refused(await t.viewer.get(`${path}seq:0`), 412, 'as_of');
  refused(await t.viewer.get(`${path}1`), 412, 'as_of');
  refused(await t.outsider.get(`${path}seq:1`), 403);
});
