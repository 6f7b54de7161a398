import { BotApp, ClientId, eventKinds, NameText, PartnerId, Text } from '@ringbinder/protocol';
import Type from 'typebox';
import { Cursor, Limit, NextCursor, operation } from '../../../http/index.ts';
import { Grace, Search } from '../clients/schema.ts';

const tag = 'Administration';
const PartnerParams = Type.Object({ partner_id: PartnerId });
const BotParams = Type.Object({ partner_id: PartnerId, client_id: ClientId });

const SHA1_HEADER =
  'The name of a header, `x-…-signature`, for an additional signature in an older format: `sha1=` followed by the HMAC-SHA1 of the body in hex. The key is the client secret. Empty: the server sends no such header.';

const fields = {
  webhook_url: Type.Optional(
    Text({
      maxLength: 2048,
      description: 'The address to which the server sends events. Empty: the bot polls.',
    }),
  ),
  events: Type.Optional(
    Type.Union([Type.Array(Type.Enum(eventKinds), { uniqueItems: true }), Type.Null()], {
      description: 'The kinds of event that the bot receives. Null: all kinds.',
    }),
  ),
  allow_private_network: Type.Optional(
    Type.Boolean({
      description:
        'If true, `webhook_url` may be in a private network. The settings of the server must also allow this.',
    }),
  ),
  expires_in_as_text: Type.Optional(
    Type.Boolean({
      description: 'If true, `expires_in` in token responses is a string, for older bot frameworks.',
      deprecated: true,
    }),
  ),
  sha1_signature_header: Type.Optional(
    Type.String({
      maxLength: 64,
      pattern: '^([Xx](-[A-Za-z0-9]+)+-[Ss]ignature)?$',
      description: SHA1_HEADER,
      deprecated: true,
    }),
  ),
  picture_url: Type.Optional(
    Text({
      maxLength: 2048,
      description: 'The http or https address of the bot’s picture. Empty: no picture.',
    }),
  ),
};

export const listBotApps = operation(tag, 'listBotApps', {
  summary: 'List the bot apps of a partner by name',
  description: 'Allowed for admins of the partner. The list does not contain the secrets.',
  params: PartnerParams,
  querystring: Type.Object({ limit: Limit, cursor: Cursor, q: Search }),
  data: Type.Object({ bots: Type.Array(BotApp), next_cursor: NextCursor }),
});

export const createBotApp = operation(tag, 'createBotApp', {
  summary: 'Configure a bot app',
  description:
    'Allowed for admins of the partner. Only this response contains the secrets. The bot authenticates its calls with `client_secret`, and verifies deliveries with `webhook_secret`. An org can use the bot after one of its admins has enabled it there.',
  params: PartnerParams,
  body: Type.Object({ name: NameText({ minLength: 1, maxLength: 200 }), ...fields }),
  data: Type.Object({
    ...BotApp.properties,
    client_secret: Type.String(),
    webhook_secret: Type.String(),
  }),
});

export const updateBotApp = operation(tag, 'updateBotApp', {
  summary: 'Change, disable or enable a bot app',
  description:
    'Allowed for admins of the partner. Send at least one field; omitted fields do not change. In each org, the user of the bot gets the new name and picture. If you disable the bot app, all its tokens stop working immediately, and enabling it again does not restore them.',
  params: BotParams,
  body: Type.Object({
    name: Type.Optional(NameText({ minLength: 1, maxLength: 200 })),
    ...fields,
    disabled: Type.Optional(Type.Boolean()),
  }),
  data: BotApp,
});

export const rotateBotApp = operation(tag, 'rotateBotApp', {
  summary: 'Rotate a secret of a bot app',
  description:
    'Allowed for admins of the partner. Only this response contains the new secret. If you rotate the `client` secret, the old one stops working immediately, or after `grace_seconds`. If you rotate the `webhook` secret, the server also signs deliveries with the old one for a day, or for `grace_seconds`.',
  params: BotParams,
  body: Type.Object({ secret: Type.Enum(['client', 'webhook']), grace_seconds: Grace }),
  data: Type.Object({
    client_id: Type.String(),
    client_secret: Type.Optional(Type.String()),
    webhook_secret: Type.Optional(Type.String()),
    old_secret_until: Type.Optional(Type.Integer()),
  }),
});
