import { OrgId, User } from '@ringbinder/protocol';
import Type from 'typebox';
import { Cursor, Limit, NextCursor, operation } from '../../../http/index.ts';

const tag = 'Bots';
const ClientId = Type.String({
  pattern: '^C[0-9A-Za-z]{22}$',
  description: 'The `client_id` of the bot app.',
});
const OrgParams = Type.Object({ org_id: OrgId });

const OrgBot = Type.Object({
  client_id: Type.String(),
  name: Type.String(),
  enabled: Type.Boolean(),
  user: Type.Union([User, Type.Null()], {
    description: 'The user as which the bot acts in the org. Null if the bot was never enabled in the org.',
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
  description:
    'Allowed for users of the org and admins of its partner. Users get the bots that are enabled in the org. Admins of the org and its partner also get the bots that they can enable.',
});

export const listMyOrgBots = operation(tag, 'listMyOrgBots', {
  ...list,
  summary: 'Another name of listOrgBots',
});

export const setOrgBot = operation(tag, 'setOrgBot', {
  summary: 'Enable or disable a bot in an org',
  description:
    'Allowed for admins of the org and its partner. If you disable a bot, its tokens stop working, and it leaves all binders except those that it owns. If you enable the bot again, it is the same user.',
  params: Type.Object({ org_id: OrgId, client_id: ClientId }),
  body: Type.Object({ enabled: Type.Boolean() }),
  data: OrgBot,
});
