import { OrgId, SessionEntry, UserId } from '@ringbinder/protocol';
import Type from 'typebox';
import { Cursor, Limit, NextCursor, operation } from '../../../http/index.ts';

const tag = 'Administration';

export const listOrgSessions = operation(tag, 'listOrgSessions', {
  summary: 'List the browsers in which users of an org are signed in, the latest sign-in first',
  description: 'Allowed for admins of the org and of its partner.',
  params: Type.Object({ org_id: OrgId }),
  querystring: Type.Object({ limit: Limit, cursor: Cursor, user_id: Type.Optional(UserId) }),
  data: Type.Object({ sessions: Type.Array(SessionEntry), next_cursor: NextCursor }),
});

export const endOrgSession = operation(tag, 'endOrgSession', {
  summary: 'End the session of a browser',
  description:
    'Allowed for admins of the org and of its partner. The session ends immediately. Authorizations of clients remain valid. To end them, use `revokeOrgToken`.',
  params: Type.Object({
    org_id: OrgId,
    session_id: Type.String({
      pattern: '^[0-9A-Za-z]{22}$',
      description: 'An id from the list of sessions.',
    }),
  }),
});
