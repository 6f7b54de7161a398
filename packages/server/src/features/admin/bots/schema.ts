import { BotApp, ClientId, eventKinds, NameText, PartnerId, Text } from '@ringbinder/protocol';
import Type from 'typebox';
import { Cursor, Limit, NextCursor, operation } from '../../../http/index.ts';
import { Grace, Search } from '../clients/schema.ts';

const tag = 'Administration';
const PartnerParams = Type.Object({ partner_id: PartnerId });
const BotParams = Type.Object({ partner_id: PartnerId, client_id: ClientId });

const SHA1_HEADER =
  'a header `x-…-signature` in which deliveries also carry the older signature, `sha1=` and HMAC-SHA1 of the body in hex, keyed with the client secret; empty for none';

const fields = {
  webhook_url: Type.Optional(
    Text({
      maxLength: 2048,
      description: 'Where events are posted to; empty for a bot that pulls them only.',
    }),
  ),
  events: Type.Optional(
    Type.Union([Type.Array(Type.Enum(eventKinds), { uniqueItems: true }), Type.Null()], {
      description: 'The kinds of event it wants; null for all.',
    }),
  ),
  allow_private_network: Type.Optional(
    Type.Boolean({ description: 'Its receiver may be at a private address, as far as the settings let it.' }),
  ),
  expires_in_as_text: Type.Optional(
    Type.Boolean({ description: '`expires_in` of its tokens is a text: older kits can read no number.' }),
  ),
  sha1_signature_header: Type.Optional(
    Type.String({
      maxLength: 64,
      pattern: '^([Xx](-[A-Za-z0-9]+)+-[Ss]ignature)?$',
      description: SHA1_HEADER,
    }),
  ),
  picture_url: Type.Optional(
    Text({ maxLength: 2048, description: 'An http or https address; empty for none.' }),
  ),
};

export const listBotApps = operation(tag, 'listBotApps', {
  summary: 'List the bot apps of a partner by name',
  description: 'Without their secrets.',
  params: PartnerParams,
  querystring: Type.Object({ limit: Limit, cursor: Cursor, q: Search }),
  data: Type.Object({ bots: Type.Array(BotApp), next_cursor: NextCursor }),
});

export const createBotApp = operation(tag, 'createBotApp', {
  summary: 'Configure a bot app',
  description:
    'The secrets are shown in this answer only: `client_secret` is for the bot’s calls, `webhook_secret` for checking what it is sent. Admins of orgs enable it.',
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
    'What is not given stays as it is. Its users in orgs take its name and picture. Disabling ends all its tokens at once and for good.',
  params: BotParams,
  body: Type.Object({
    name: Type.Optional(NameText({ minLength: 1, maxLength: 200 })),
    ...fields,
    disabled: Type.Optional(Type.Boolean()),
  }),
  data: BotApp,
});

export const rotateBotApp = operation(tag, 'rotateBotApp', {
  summary: 'Give a bot app another secret',
  description:
    'The secret is shown in this answer only. The old client secret ends at once unless `grace_seconds` says otherwise; with the old webhook secret deliveries are signed as well for a day, or for `grace_seconds`.',
  params: BotParams,
  body: Type.Object({ secret: Type.Enum(['client', 'webhook']), grace_seconds: Grace }),
  data: Type.Object({
    client_id: Type.String(),
    client_secret: Type.Optional(Type.String()),
    webhook_secret: Type.Optional(Type.String()),
    old_secret_until: Type.Optional(Type.Integer()),
  }),
});
