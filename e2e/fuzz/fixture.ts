import { type Cast, type TestService, uploadFile } from '@ringbinder/testkit';
import type { SampleValues } from './schema-values.ts';

export interface Fixture {
  binderId: string;
  sampleValues: SampleValues;
}

const BUTTON = { id: 'ok', text: 'OK', payload: '', feed_msg: 'done' };

export async function createFixture(service: TestService, cast: Cast): Promise<Fixture> {
  const { owner, editor, viewer } = cast;
  const binderId = await service.make.binder(owner, [
    { user: editor, role: 'editor' },
    { user: viewer, role: 'viewer' },
  ]);
  const post = async (path: string, json: unknown) => {
    const answer = await service.call('POST', path, { token: owner.token, json });
    if (answer.status !== 200) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
    return answer.body.data;
  };
  const { fileId, pages } = await uploadFile(
    service,
    { binderId, token: owner.token },
    'some text',
    'note.txt',
  );
  const pageId: number = pages[0].id;
  const { comment_id } = await post(`/${binderId}/pages/${pageId}/comments`, { text: 'c' });
  await post(`/${binderId}/pages/${pageId}/annotations`, { client_uuid: 'a-1', svg_tag: '<g/>' });
  const { binder_comment_id } = await post(`/${binderId}/messages`, { message: { text: 'm' } });
  const { todos } = await post(`/${binderId}/todos`, { name: 't' });
  const steps = [{ assignee: { user_id: owner.id }, actions: [BUTTON] }];
  const transaction = await post(`/${binderId}/transactions`, { title: 't', content: 'c', steps });
  const category = await post('/me/categories', { name: crypto.randomUUID() });
  const deletedId = await service.make.binder(owner);
  await service.call('DELETE', `/${deletedId}`, { token: owner.token });
  const foreign = await service.make.binder(cast.otherPartner);
  const none = 999_999;
  return {
    binderId,
    sampleValues: {
      // Repeat the first id, so that most requests reach the content of the binder.
      binder_id: [binderId, binderId, binderId, binderId, deletedId, foreign, 'Bshort'],
      source_id: [binderId, foreign, deletedId],
      user_id: ['me', owner.id, editor.id, cast.otherPartner.id],
      assignee_id: [owner.id, viewer.id, cast.sameOrg.id],
      page_id: [pageId, pageId, none],
      file_id: [fileId, `F${'0'.repeat(22)}`],
      comment_id: [comment_id, binder_comment_id, none],
      message_id: [binder_comment_id, none],
      todo_id: [todos[0].id, none],
      transaction_id: [transaction.transaction_id, none],
      step_id: [transaction.steps[0].id, none],
      category_id: [category.id, none],
      click_button_id: ['ok', 'no'],
      client_uuid: ['a-1', 'a-2'],
      svg_tag: ['<g/>', '<path d="M0 0"/>', '<script/>'],
      wait: [0],
      cursor: ['WzFd', 'W10', 'eyJ9', '!'],
      filter: [String(pageId), `${pageId},${none}`, 'all', ','],
      q: ['some', '&'],
    },
  };
}
