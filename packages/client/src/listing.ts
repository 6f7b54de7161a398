interface ListPage {
  next_cursor?: string;
}

/**
 * Iterates over a paginated list.
 *
 * @param load fetches one page; pass the cursor as the query parameter `cursor`
 * @param key the name of the items in a page
 * @example
 * const load = (cursor?: string) => {
 *   const query = { limit: 100, ...(cursor ? { cursor } : {}) };
 *   return unwrap(client.api.GET('/{binder_id}/pages', { params: { path: { binder_id }, query } }));
 * };
 * for await (const page of listAll(load, 'pages')) { … }
 */
export async function* listAll<K extends string, Item>(
  load: (cursor: string | undefined) => Promise<ListPage & { [key in K]: readonly Item[] }>,
  key: K,
): AsyncGenerator<Item, void> {
  let cursor: string | undefined;
  do {
    const page = await load(cursor);
    yield* page[key];
    cursor = page.next_cursor;
  } while (cursor !== undefined);
}
