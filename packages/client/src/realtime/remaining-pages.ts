import { type RingbinderClient, unwrap } from '../client.ts';
import { listAll } from '../listing.ts';
import type { Listed } from '../replica/merge-rest-pages.ts';
import { REPLICA_LISTS, type ReplicaLists } from '../replica/state.ts';

export async function readLists(
  { api }: RingbinderClient,
  binderId: string,
  signal: AbortSignal,
): Promise<Listed> {
  const path = { binder_id: binderId };
  const params = (cursor: string | undefined) => ({ path, query: cursor === undefined ? {} : { cursor } });
  const binder = unwrap(api.GET('/{binder_id}', { params: { path }, signal }));
  const pages = await readAll('pages', (cursor) =>
    unwrap(api.GET('/{binder_id}/pages', { params: params(cursor), signal })),
  );
  const lists: { -readonly [K in keyof ReplicaLists]?: never[] } = {};
  for (const name of REPLICA_LISTS) {
    if (name === 'members') continue;
    const url = `/{binder_id}/${name}` as '/{binder_id}/todos';
    lists[name] = await readAll(
      name,
      (cursor) => unwrap(api.GET(url, { params: params(cursor), signal })) as Promise<never>,
    );
  }
  const pageComments = [];
  for (const { id } of pages) {
    const commentParams = (cursor: string | undefined) => ({
      ...params(cursor),
      path: { ...path, page_id: id },
    });
    const comments = await readAll('comments', (cursor) =>
      unwrap(api.GET('/{binder_id}/pages/{page_id}/comments', { params: commentParams(cursor), signal })),
    );
    pageComments.push({ page_id: id, comments });
  }
  return { ...lists, members: (await binder).users, pages, pageComments };
}

async function readAll<K extends string, Item>(
  key: K,
  load: (cursor: string | undefined) => Promise<{ next_cursor?: string } & { [key in K]: readonly Item[] }>,
): Promise<Item[]> {
  const items: Item[] = [];
  for await (const item of listAll(load, key)) items.push(item);
  return items;
}
