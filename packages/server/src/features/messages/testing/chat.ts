import assert from 'node:assert/strict';
import type { Message } from '@ringbinder/protocol';
import type { Answer, TestService } from '@ringbinder/testkit';

export interface Entry {
  seq: number;
  at: number;
  kind: string;
  actor: { id: string; name: string };
  body: { id: number; text: string } & Pick<Message, 'reply_to' | 'thread_id' | 'mentions'>;
}

/** Methods that do not return an `Answer` assert that the request succeeds. */
export interface Chat {
  send(json: unknown, token?: string, headers?: Record<string, string>): Promise<Answer>;
  post(text: string, token?: string, more?: { mentions?: string[]; reply_to?: unknown }): Promise<number>;
  get(id: number, token?: string): Promise<Answer>;
  edit(id: number, message: unknown, token?: string, headers?: Record<string, string>): Promise<Answer>;
  remove(id: number, token?: string): Promise<Answer>;
  list(): Promise<Message[]>;
  log(after?: number): Promise<Entry[]>;
  binder(token?: string): Promise<{ total_comments: number; unread_feeds: number; revision: number }>;
}

export function createChat({ call }: TestService, binderId: string, token: string): Chat {
  const path = (id?: number) => `/${binderId}/messages${id === undefined ? '' : `/${id}`}`;
  const read = async (from: string, by = token) => {
    const { status, body } = await call('GET', from, { token: by });
    assert.equal(status, 200, body.message);
    return body.data;
  };
  const send: Chat['send'] = (json, by = token, headers = {}) =>
    call('POST', path(), { token: by, json, headers });
  return {
    send,
    async post(text, by, { mentions, reply_to } = {}) {
      const { status, body } = await send({ message: { text, mentions }, reply_to }, by);
      assert.equal(status, 200, body.message);
      return body.data.binder_comment_id;
    },
    get: (id, by = token) => call('GET', path(id), { token: by }),
    edit: (id, message, by = token, headers = {}) =>
      call('POST', path(id), { token: by, json: { message }, headers }),
    remove: (id, by = token) => call('DELETE', path(id), { token: by }),
    list: async () => (await read(path())).messages,
    log: async (after = 0) => (await read(`/${binderId}/feed?after=${after}`)).entries,
    binder: (by) => read(`/${binderId}`, by),
  };
}
