import {
  Client,
  ClientId,
  ClientNotification,
  ClientTextsField,
  NameText,
  OrgClient,
  OrgId,
  PartnerId,
  Text,
} from '@ringbinder/protocol';
import Type from 'typebox';
import { Cursor, Limit, NextCursor, operation } from '../../../http/index.ts';
import { clientGrants } from '../../oauth/index.ts';
import { MAX_GRACE } from '../secret.ts';

const tag = 'Administration';
const PartnerParams = Type.Object({ partner_id: PartnerId });
const ClientParams = Type.Object({ partner_id: PartnerId, client_id: ClientId });

const MAX_ADDRESSES = 50;
const Name = NameText({ minLength: 1, maxLength: 200 });
const Addresses = Type.Array(Type.String({ maxLength: 2048 }), { maxItems: MAX_ADDRESSES });
const Grants = Type.Array(Type.Enum([...clientGrants]), { maxItems: clientGrants.length, uniqueItems: true });
const Scope = Type.Enum(['read', 'read write']);
const NotificationUrl = Type.Optional(
  Type.String({
    maxLength: 2048,
    pattern: '^[\\x21-\\x7e]*$',
    description:
      'The public https address to which the server sends the notifications of people. Empty: no address.',
  }),
);
const EventFields = {
  event_log: Type.Optional(
    Type.Boolean({
      description:
        'Whether the client has a log of the events of its orgs (`GET /events`). `false` deletes the log. A public client cannot have a log.',
    }),
  ),
  events_url: Type.Optional(
    Type.String({
      maxLength: 2048,
      pattern: '^[\\x21-\\x7e]*$',
      description:
        'The public https address to which the server sends the events of the log. Empty: no address. If the client has no log yet, setting an address starts one.',
    }),
  ),
};
export const Search = Type.Optional(
  Text({ minLength: 1, maxLength: 200, description: 'Part of the name. Not case-sensitive.' }),
);

export const Grace = Type.Optional(
  Type.Integer({
    minimum: 0,
    maximum: MAX_GRACE,
    description: 'The time in seconds for which the old secret continues to work.',
  }),
);

export const listClients = operation(tag, 'listClients', {
  summary: 'List the clients of a partner by name',
  description: 'Allowed for admins of the partner. The list contains no secrets and no bot apps.',
  params: PartnerParams,
  querystring: Type.Object({
    limit: Limit,
    cursor: Cursor,
    q: Search,
    org_id: Type.Optional(OrgId),
    disabled: Type.Optional(Type.Boolean()),
  }),
  data: Type.Object({ clients: Type.Array(Client), next_cursor: NextCursor }),
});

export const createClient = operation(tag, 'createClient', {
  summary: 'Register a client',
  description:
    'Allowed for admins of the partner. Only this response contains the secrets. A client with `org_id` serves only that org. A `public` client, such as an app on a phone or in a browser, has no secret (`token_endpoint_auth_method` is `none`) and must use PKCE. It can use only the grants `authorization_code` and `refresh_token`. You cannot change `public` later. 404: the partner has no org `org_id`. 412: 100 clients of the partner already have a `notification_url`.',
  params: PartnerParams,
  body: Type.Object({
    name: Name,
    redirect_uris: Type.Optional(Addresses),
    origins: Type.Optional(Addresses),
    grants: Type.Optional(Grants),
    scope: Type.Optional(Scope),
    org_id: Type.Optional(OrgId),
    public: Type.Optional(Type.Boolean()),
    trusted: Type.Optional(Type.Boolean()),
    texts: Type.Optional(ClientTextsField),
    notification_url: NotificationUrl,
    ...EventFields,
  }),
  data: Type.Object({
    ...Client.properties,
    client_secret: Type.Optional(Type.String({ description: 'Absent for a public client.' })),
  }),
});

export const updateClient = operation(tag, 'updateClient', {
  summary: 'Change, disable or enable a client',
  description:
    'Allowed for admins of the partner. Send at least one field; omitted fields do not change. A list replaces the previous list, and `texts` replaces the previous texts. If you set `scope` to `read`, existing tokens can only read from then on. If you disable the client, all its tokens stop working immediately, and enabling it again does not restore them. If the client had no `notification_url`, setting one creates a `notification_secret`, which only this response contains. If it had no `events_url`, setting one creates an `events_secret` in the same way. 412: 100 other clients of the partner already have a `notification_url`.',
  params: ClientParams,
  body: Type.Object({
    name: Type.Optional(Name),
    redirect_uris: Type.Optional(Addresses),
    origins: Type.Optional(Addresses),
    grants: Type.Optional(Grants),
    scope: Type.Optional(Scope),
    trusted: Type.Optional(Type.Boolean()),
    disabled: Type.Optional(Type.Boolean()),
    texts: Type.Optional(ClientTextsField),
    notification_url: NotificationUrl,
    ...EventFields,
  }),
  data: Client,
});

export const rotateClient = operation(tag, 'rotateClient', {
  summary: 'Rotate the secret of a client',
  description:
    'Allowed for admins of the partner. Only this response contains the new secret. The old secret stops working immediately, or after `grace_seconds`. Tokens of the client remain valid. 400: the client is public.',
  params: ClientParams,
  body: Type.Object({ grace_seconds: Grace }),
  data: Type.Object({
    client_id: Type.String(),
    client_secret: Type.String(),
    old_secret_until: Type.Optional(Type.Integer()),
  }),
});

export const listClientNotifications = operation(tag, 'listClientNotifications', {
  summary: 'List the notifications that the app of a client received, the latest first',
  description:
    'Allowed for admins of the partner. Covers the last 30 days. The list does not contain the texts of the notifications.',
  params: ClientParams,
  querystring: Type.Object({
    limit: Limit,
    cursor: Cursor,
    state: Type.Optional(ClientNotification.properties.state),
  }),
  data: Type.Object({ notifications: Type.Array(ClientNotification), next_cursor: NextCursor }),
});

export const rotateClientNotifications = operation(tag, 'rotateClientNotifications', {
  summary: 'Rotate the secret that signs the notifications of a client',
  description:
    'Allowed for admins of the partner. Only this response contains the new secret. The server also signs calls with the old secret for a day, or for `grace_seconds`. 412: the client has no `notification_url`.',
  params: ClientParams,
  body: Type.Object({ grace_seconds: Grace }),
  data: Type.Object({
    client_id: Type.String(),
    notification_secret: Type.String(),
    old_secret_until: Type.Optional(Type.Integer()),
  }),
});

export const rotateClientEvents = operation(tag, 'rotateClientEvents', {
  summary: 'Rotate the events_secret of a client',
  description:
    'Allowed for admins of the partner. Only this response contains the new secret. The server also signs calls with the old secret for a day, or for `grace_seconds`. 412: the client has no `events_url`.',
  params: ClientParams,
  body: Type.Object({ grace_seconds: Grace }),
  data: Type.Object({
    client_id: Type.String(),
    events_secret: Type.String(),
    old_secret_until: Type.Optional(Type.Integer()),
  }),
});

export const listOrgClients = operation(tag, 'listOrgClients', {
  summary: 'List the clients that serve an org by name',
  description:
    'Allowed for admins of the org and of its partner. Returns the enabled clients of the partner that serve this org or all orgs.',
  params: Type.Object({ org_id: OrgId }),
  querystring: Type.Object({ limit: Limit, cursor: Cursor, q: Search }),
  data: Type.Object({ clients: Type.Array(OrgClient), next_cursor: NextCursor }),
});

export const trustOrgClient = operation(tag, 'trustOrgClient', {
  summary: 'Trust a client in an org, or stop trusting it',
  description:
    'Allowed for admins of the org and of its partner. Ringbinder does not ask the users of the org for consent to a trusted client.',
  params: Type.Object({ org_id: OrgId, client_id: ClientId }),
  body: Type.Object({ trusted: Type.Boolean() }),
});
