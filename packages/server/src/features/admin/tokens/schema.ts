import { ClientId, OrgId, Text, TokenEntry, UserId } from '@ringbinder/protocol';
import Type from 'typebox';
import { Cursor, Limit, NextCursor, operation } from '../../../http/index.ts';

const tag = 'Administration';

export const listOrgTokens = operation(tag, 'listOrgTokens', {
  summary: 'List what lets clients act for the users of an org, the latest first',
  description: 'The tokens themselves are shown nowhere: only hashes of them are stored.',
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
        description: 'Part of the person’s name or e-mail address, whatever the case.',
      }),
    ),
  }),
  data: Type.Object({ tokens: Type.Array(TokenEntry), next_cursor: NextCursor }),
});

export const revokeOrgToken = operation(tag, 'revokeOrgToken', {
  summary: 'End an authorization with all its tokens, or an access token, at once',
  params: Type.Object({
    org_id: OrgId,
    token_id: Type.String({
      pattern: '^([0-9A-Za-z]{22}|[0-9a-f]{64})$',
      description: 'an id of the list of tokens',
    }),
  }),
});
