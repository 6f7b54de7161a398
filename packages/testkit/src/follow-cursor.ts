import assert from 'node:assert/strict';
import type { Answer } from './caller.ts';

/**
 * Follows `next_cursor` from the start of a list to its end, and gives the `data` of each answer; what the caller does
 * with one happens before the next is asked for. Throws when an answer is no success.
 * @param get asks for the list; `cursor` is to stand at the end of its query: empty, then `&cursor=…`
 */
export async function* followCursor(
  get: (cursor: string) => Promise<Answer>,
  // biome-ignore lint/suspicious/noExplicitAny: as in Answer, the OpenAPI check holds the shape.
): AsyncGenerator<any, void> {
  for (let cursor: string | undefined = ''; cursor !== undefined; ) {
    const { status, body } = await get(cursor);
    assert.equal(status, 200, body.message);
    yield body.data;
    const { next_cursor: next } = body.data;
    cursor = next === undefined ? undefined : `&cursor=${encodeURIComponent(next)}`;
  }
}
