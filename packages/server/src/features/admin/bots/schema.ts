import { BotApp, ClientId, eventKinds, NameText, PartnerId, Text } from '@ringbinder/protocol';
import Type from 'typebox';
import { Cursor, Limit, NextCursor, operation } from '../../../http/index.ts';
import { Grace, Search } from '../clients/schema.ts';

const tag = 'Administration';
const PartnerParams = Type.Object({ partner_id: PartnerId });
const BotParams = Type.Object({ partner_id: PartnerId, client_id: ClientId });

const SHA1_HEADER =
  'a header `x-…-signature` for the additional older signature: `sha1=` and HMAC-SHA1 of the body in hex, keyed with the client secret; empty for none';

const fields = {
  webhook_url: Type.Optional(
    Text({
      maxLength: 2048,
      description: 'The address for events; empty for a bot that polls.',
    }),
  ),
  events: Type.Optional(
    Type.Union([Type.Array(Type.Enum(eventKinds), { uniqueItems: true }), Type.Null()], {
      description: 'The kinds of event that it subscribes to; null for all.',
    }),
  ),
  allow_private_network: Type.Optional(
    Type.Boolean({ description: 'Its receiver may have a private address, if the settings allow it.' }),
  ),
  expires_in_as_text: Type.Optional(
    Type.Boolean({ description: '`expires_in` of its tokens is text, for older kits.', deprecated: true }),
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
    'Only this response contains the secrets: `client_secret` for the bot’s calls, `webhook_secret` for verifying deliveries. Admins of orgs enable the bot.',
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
    'Omitted fields stay unchanged. Its users in orgs get its name and picture. Disabling ends all its tokens immediately and for good.',
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
    'Only this response contains the secret. The old client secret stops working immediately, or after `grace_seconds`. Deliveries are also signed with the old webhook secret for a day, or for `grace_seconds`.',
  params: BotParams,
  body: Type.Object({ secret: Type.Enum(['client', 'webhook']), grace_seconds: Grace }),
  data: Type.Object({
    client_id: Type.String(),
    client_secret: Type.Optional(Type.String()),
    webhook_secret: Type.Optional(Type.String()),
    old_secret_until: Type.Optional(Type.Integer()),
  }),
});
