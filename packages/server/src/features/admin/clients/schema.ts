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
    description: 'A public https address that receives the notifications of people; empty for none.',
  }),
);
const EventFields = {
  event_log: Type.Optional(
    Type.Boolean({
      description:
        'Whether the client has a log of the events of its orgs (`GET /events`). `false` deletes the log. Not for public clients.',
    }),
  ),
  events_url: Type.Optional(
    Type.String({
      maxLength: 2048,
      pattern: '^[\\x21-\\x7e]*$',
      description:
        'A public https address that receives the events of the log; empty for none. Begins the log if there is none.',
    }),
  ),
};
export const Search = Type.Optional(
  Text({ minLength: 1, maxLength: 200, description: 'Part of a name, in any case.' }),
);

export const Grace = Type.Optional(
  Type.Integer({
    minimum: 0,
    maximum: MAX_GRACE,
    description: 'Seconds for which the old secret keeps working.',
  }),
);

export const listClients = operation(tag, 'listClients', {
  summary: 'List the clients of a partner by name',
  description: 'Without their secrets, and without its bot apps.',
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
    'Only this response contains the secret. A client with `org_id` serves only that org. A `public` client, such as an app on a phone or in a browser, has no secret (`token_endpoint_auth_method` `none`) and must use PKCE. It may use only the grants `authorization_code` and `refresh_token`, and stays public.',
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
    'Omitted fields stay unchanged, and a list or `texts` replaces the previous one. With `scope` `read` its live tokens can only read, immediately. Disabling ends all its tokens immediately and for good. The first `notification_url` creates `notification_secret`, which no other response contains. `events_url` creates `events_secret` in the same way when there was no address.',
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
    'Only this response contains the secret. The old one stops working immediately, or after `grace_seconds`. Tokens stay valid.',
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
  description: 'Of 30 days, without their texts.',
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
    'Only this response contains the secret. Calls are also signed with the old one for a day, or for `grace_seconds`. 412 without a `notification_url`.',
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
    'Only this response contains the secret. Pushes are also signed with the old one for a day, or for `grace_seconds`. 412 without an `events_url`.',
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
  description: 'For admins of the org: the partner’s enabled clients that are not bound to another org.',
  params: Type.Object({ org_id: OrgId }),
  querystring: Type.Object({ limit: Limit, cursor: Cursor, q: Search }),
  data: Type.Object({ clients: Type.Array(OrgClient), next_cursor: NextCursor }),
});

export const trustOrgClient = operation(tag, 'trustOrgClient', {
  summary: 'Trust a client in an org, or stop trusting it',
  description: 'Ringbinder does not ask the org’s users for consent to a trusted client.',
  params: Type.Object({ org_id: OrgId, client_id: ClientId }),
  body: Type.Object({ trusted: Type.Boolean() }),
});
