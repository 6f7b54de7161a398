import { OrgId, User } from '@ringbinder/protocol';
import Type from 'typebox';
import { Cursor, Limit, NextCursor, operation } from '../../../http/index.ts';

const tag = 'Bots';
const ClientId = Type.String({ pattern: '^C[0-9A-Za-z]{22}$', description: 'Id of a bot app.' });
const OrgParams = Type.Object({ org_id: OrgId });

const OrgBot = Type.Object({
  client_id: Type.String(),
  name: Type.String(),
  enabled: Type.Boolean(),
  user: Type.Union([User, Type.Null()], {
    description: 'The bot’s user in the org; null before it was first enabled.',
  }),
});

const list = {
  params: OrgParams,
  querystring: Type.Object({ limit: Limit, cursor: Cursor }),
  data: Type.Object({ bots: Type.Array(OrgBot), next_cursor: NextCursor }),
};

export const listOrgBots = operation(tag, 'listOrgBots', {
  ...list,
  summary: 'List the bots of an org',
  description: 'Users of the org see the enabled bots, admins of the org all available ones.',
});

export const listMyOrgBots = operation(tag, 'listMyOrgBots', {
  ...list,
  summary: 'Another name of listOrgBots',
});

export const setOrgBot = operation(tag, 'setOrgBot', {
  summary: 'Enable or disable a bot in an org',
  description:
    'For admins of the org. A disabled bot leaves all binders. When it is enabled again, it is the same user.',
  params: Type.Object({ org_id: OrgId, client_id: ClientId }),
  body: Type.Object({ enabled: Type.Boolean() }),
  data: OrgBot,
});
