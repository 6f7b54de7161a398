import { UserReference } from '@ringbinder/protocol';
import Type from 'typebox';
import type { SearchRow } from './queries.ts';
import type { Snippet } from './snippet.ts';

export const searchTypes = ['message', 'page', 'file', 'todo', 'transaction', 'meet'] as const;

export const SearchResult = Type.Object({
  type: Type.Enum(searchTypes),
  id: Type.String({ description: 'The id of the result, as text.' }),
  text: Type.String({
    description: 'An excerpt of the text around the first match, without formatting.',
  }),
  highlights: Type.Array(Type.Object({ start: Type.Integer(), end: Type.Integer() }), {
    description: 'The positions of the matches in `text`, in UTF-16 units, in ascending order.',
  }),
  page_index: Type.Optional(
    Type.Integer({
      description: 'The position of a page in its file, from 0, if the file has several pages.',
    }),
  ),
  user: Type.Optional(UserReference),
  is_feed: Type.Optional(
    Type.Literal(true, {
      description: 'True for a message that the server wrote; see `GET /{binder_id}/messages`.',
    }),
  ),
  created_time: Type.Integer(),
});

export function presentHit(row: SearchRow & { snippet: Snippet }) {
  const { type, id, snippet } = row;
  const user = row.user_id === null ? {} : { user: { id: row.user_id, name: row.user_name ?? '' } };
  const place = row.page_index === null ? {} : { page_index: row.page_index };
  const feed = row.is_feed ? { is_feed: true as const } : {};
  return { type, id, ...snippet, ...place, ...user, ...feed, created_time: row.created_at };
}
