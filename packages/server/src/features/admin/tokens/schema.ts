import { ClientId, OrgId, Text, TokenEntry, UserId } from '@ringbinder/protocol';
import Type from 'typebox';
import { Cursor, Limit, NextCursor, operation } from '../../../http/index.ts';

const tag = 'Administration';

export const listOrgTokens = operation(tag, 'listOrgTokens', {
  summary: 'List the client authorizations of an org’s users, newest first',
  description:
    'Allowed for admins of the org and of its partner. The list does not contain the tokens, because the server stores only their hashes.',
  params: Type.Object({ org_id: OrgId }),
  querystring: Type.Object({
    limit: Limit,
    cursor: Cursor,
    user_id: Type.Optional(UserId),
    client_id: Type.Optional(ClientId),
    q: Type.Optional(
      Text({
        minLength: 1,
        maxLength: 200,
        description: 'Part of the user’s name or email address. Not case-sensitive.',
      }),
    ),
  }),
  data: Type.Object({ tokens: Type.Array(TokenEntry), next_cursor: NextCursor }),
});

export const revokeOrgToken = operation(tag, 'revokeOrgToken', {
  summary: 'Revoke an authorization and all its tokens, or a single access token',
  description:
    'Allowed for admins of the org and of its partner. Also deletes the push subscriptions of the user.',
  params: Type.Object({
    org_id: OrgId,
    token_id: Type.String({
      pattern: '^([0-9A-Za-z]{22}|[0-9a-f]{64})$',
      description: 'An id from the list of tokens.',
    }),
  }),
});
