import { OrgId, SessionEntry, UserId } from '@ringbinder/protocol';
import Type from 'typebox';
import { Cursor, Limit, NextCursor, operation } from '../../../http/index.ts';

const tag = 'Administration';

export const listOrgSessions = operation(tag, 'listOrgSessions', {
  summary: 'List the browsers in which users of an org are signed in, the latest sign-in first',
  params: Type.Object({ org_id: OrgId }),
  querystring: Type.Object({ limit: Limit, cursor: Cursor, user_id: Type.Optional(UserId) }),
  data: Type.Object({ sessions: Type.Array(SessionEntry), next_cursor: NextCursor }),
});

export const endOrgSession = operation(tag, 'endOrgSession', {
  summary: 'End the session of a browser',
  description: 'It ends immediately. The authorizations of clients continue; they are in the list of tokens.',
  params: Type.Object({
    org_id: OrgId,
    session_id: Type.String({
      pattern: '^[0-9A-Za-z]{22}$',
      description: 'an id of the list of sessions',
    }),
  }),
});
