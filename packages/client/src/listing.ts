/** One page of a list: the items under some name, and where it goes on. */
interface ListPage {
  next_cursor?: string;
}

/**
 * Goes through a whole list, page by page, as an async iterator.
 * @param load gets one page; pass the cursor on as the query parameter `cursor`
 * @param key the name of the items in a page
 * @example for await (const page of listAll((cursor) => unwrap(client.api.GET('/{binder_id}/pages',
 *   { params: { path: { binder_id }, query: { limit: 100, ...(cursor ? { cursor } : {}) } } })), 'pages')) { … }
 */
export async function* listAll<P extends ListPage, K extends keyof P>(
  load: (cursor: string | undefined) => Promise<P>,
  key: K,
): AsyncGenerator<P[K] extends readonly (infer Item)[] ? Item : never, void> {
  let cursor: string | undefined;
  do {
    const page = await load(cursor);
    yield* page[key] as Iterable<P[K] extends readonly (infer Item)[] ? Item : never>;
    cursor = page.next_cursor;
  } while (cursor !== undefined);
}
