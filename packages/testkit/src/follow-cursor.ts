import assert from 'node:assert/strict';
import type { Answer } from './caller.ts';

/** @param get requests a page; must append its argument, empty or `&cursor=…`, to the query */
export async function* followCursor(
  get: (cursor: string) => Promise<Answer>,
  // biome-ignore lint/suspicious/noExplicitAny: as in Answer, the OpenAPI check validates the response.
): AsyncGenerator<any, void> {
  for (let cursor: string | undefined = ''; cursor !== undefined; ) {
    const { status, body } = await get(cursor);
    assert.equal(status, 200, body.message);
    yield body.data;
    const { next_cursor: next } = body.data;
    cursor = next === undefined ? undefined : `&cursor=${encodeURIComponent(next)}`;
  }
}
