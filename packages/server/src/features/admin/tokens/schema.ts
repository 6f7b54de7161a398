import { ClientId, OrgId, Text, TokenEntry, UserId } from '@ringbinder/protocol';
import Type from 'typebox';
import { Cursor, Limit, NextCursor, operation } from '../../../http/index.ts';

const tag = 'Administration';

export const listOrgTokens = operation(tag, 'listOrgTokens', {
  summary: 'List the authorizations of clients for the users of an org, the latest first',
  description: 'Without the tokens themselves: only their hashes are stored.',
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
        description: 'Part of the user’s name or email address, in any case.',
      }),
    ),
  }),
  data: Type.Object({ tokens: Type.Array(TokenEntry), next_cursor: NextCursor }),
});

export const revokeOrgToken = operation(tag, 'revokeOrgToken', {
  summary: 'End an authorization with all its tokens, or an access token',
  params: Type.Object({
    org_id: OrgId,
    token_id: Type.String({
      pattern: '^([0-9A-Za-z]{22}|[0-9a-f]{64})$',
      description: 'an id of the list of tokens',
    }),
  }),
});
