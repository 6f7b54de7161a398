import Type, { type Static } from 'typebox';
import { clientTexts } from '../client-texts.ts';
import { Milliseconds } from '../scalars.ts';
import { OrgNotifications } from './notification.ts';
import { User, UserReference } from './people.ts';

const OrNull = <T extends ReturnType<typeof Type.String> | ReturnType<typeof Type.Integer>>(type: T) =>
  Type.Union([type, Type.Null()]);

export const Partner = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    default_org_id: OrNull(Type.String()),
    created_time: Milliseconds,
  },
  { title: 'Partner' },
);
export type Partner = Static<typeof Partner>;

/** Only admins receive the optional fields. */
export const Org = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    partner_id: Type.String(),
    plan_code: Type.Optional(Type.String()),
    language: Type.Optional(Type.String({ description: 'The language of users who have not chosen one.' })),
    max_bytes: Type.Optional(OrNull(Type.Integer({ description: 'Maximum bytes of its files.' }))),
    max_binders: Type.Optional(OrNull(Type.Integer())),
    message_days: Type.Optional(
      OrNull(Type.Integer({ description: 'Days after which messages are removed.' })),
    ),
    file_days: Type.Optional(OrNull(Type.Integer({ description: 'Days after which files are removed.' }))),
    guests_by_session_key: Type.Optional(
      Type.Boolean({ description: 'Whether guests can enter the lobby of a meet by its session key.' }),
    ),
    link_previews: Type.Optional(
      Type.Boolean({ description: 'Whether messages show a preview of their first link.' }),
    ),
    notifications: Type.Optional(OrgNotifications),
    disabled: Type.Optional(Type.Boolean()),
    total_users: Type.Optional(Type.Integer({ description: 'Enabled users.' })),
    created_time: Type.Optional(Milliseconds),
  },
  { title: 'Org' },
);
export type Org = Static<typeof Org>;

export const Erasure = Type.Object({
  content: Type.Boolean({ description: 'Also erases what the user wrote, said and drew.' }),
  requested_time: Milliseconds,
  done_time: Type.Optional(Milliseconds),
});
export type Erasure = Static<typeof Erasure>;

/** Only admins receive the optional fields. */
export const OrgUser = Type.Object(
  {
    ...User.properties,
    role: Type.Optional(Type.Enum(['admin', 'member'])),
    is_partner_admin: Type.Optional(Type.Boolean()),
    disabled: Type.Optional(Type.Boolean()),
    has_password: Type.Optional(Type.Boolean()),
    language: Type.Optional(Type.String()),
    created_time: Type.Optional(Milliseconds),
    updated_time: Type.Optional(Milliseconds),
    setup_link_mailed: Type.Optional(
      Type.Boolean({
        description:
          'Whether the mail server accepted the mail. If not, the server tries again for 7 days, unless the mail server rejected it for good. Only in the response to `mail_setup_link`.',
      }),
    ),
    erasure: Type.Optional(Erasure),
  },
  { title: 'OrgUser' },
);
export type OrgUser = Static<typeof OrgUser>;

export const ClientTextsField = Type.Record(Type.String(), Type.Record(Type.String(), Type.String()), {
  description: `Words of the client in embedded modules, by id and language, such as {"approvals.title": {"en": "Requests"}}. The ids are ${Object.keys(
    clientTexts,
  )
    .map((id) => `\`${id}\``)
    .join(', ')}.`,
});

export const Client = Type.Object(
  {
    client_id: Type.String(),
    name: Type.String(),
    org_id: Type.Union([Type.String(), Type.Null()], {
      description: 'The only org it serves; null for all.',
    }),
    redirect_uris: Type.Array(Type.String()),
    origins: Type.Array(Type.String()),
    grants: Type.Array(Type.String()),
    scope: Type.String(),
    public: Type.Boolean({
      description:
        'A public client (RFC 6749, section 2.1): it has no secret, and every authorization of it needs PKCE.',
    }),
    trusted: Type.Boolean({
      description: 'Trusted by the partner: users of all its orgs are not asked for consent.',
    }),
    disabled: Type.Boolean(),
    texts: ClientTextsField,
    created_time: Milliseconds,
    old_secret_until: Type.Optional(Milliseconds),
    notification_url: Type.Optional(
      Type.String({ description: 'Where its app receives the notifications of people. Absent without one.' }),
    ),
    notification_secret: Type.Optional(
      Type.String({
        description: 'Signs calls of `notification_url`. Only in the response that sets the first one.',
      }),
    ),
    notification_gone: Type.Optional(
      Type.Literal(true, {
        description: 'The address answered 410: nothing is sent until it is set again.',
      }),
    ),
    event_log: Type.Optional(
      Type.Literal(true, { description: 'It has a log of events, which `GET /events` returns.' }),
    ),
    events_url: Type.Optional(
      Type.String({ description: 'Where it receives the events of its log. Absent without one.' }),
    ),
    events_secret: Type.Optional(
      Type.String({
        description:
          'Signs calls of `events_url`. Only in the response that sets the address when there was none.',
      }),
    ),
    events_gone: Type.Optional(
      Type.Literal(true, {
        description: 'The address answered 410: nothing is sent until it is set again.',
      }),
    ),
  },
  { title: 'Client' },
);
export type Client = Static<typeof Client>;

export const OrgClient = Type.Object(
  {
    client_id: Type.String(),
    name: Type.String(),
    trusted: Type.Boolean({ description: 'The org trusts it: its users need not give consent.' }),
    trusted_by_partner: Type.Boolean(),
  },
  { title: 'OrgClient' },
);
export type OrgClient = Static<typeof OrgClient>;

export const BotApp = Type.Object(
  {
    client_id: Type.String(),
    name: Type.String(),
    webhook_url: Type.String({ description: 'Empty: the bot only polls.' }),
    events: Type.Union([Type.Array(Type.String()), Type.Null()], {
      description: 'The kinds of event that it subscribes to; null for all.',
    }),
    picture_url: Type.String(),
    allow_private_network: Type.Boolean(),
    expires_in_as_text: Type.Boolean(),
    sha1_signature_header: Type.String({ description: 'Empty: deliveries have no such header.' }),
    gone: Type.Boolean({
      description: 'Its receiver responded with 410: deliveries stop until the address changes.',
    }),
    disabled: Type.Boolean(),
    created_time: Milliseconds,
    old_secret_until: Type.Optional(Milliseconds),
    old_webhook_secret_until: Type.Optional(Milliseconds),
  },
  { title: 'BotApp' },
);
export type BotApp = Static<typeof BotApp>;

/** `id` is a handle, not a credential. */
export const TokenEntry = Type.Object(
  {
    id: Type.String(),
    type: Type.Enum(['authorization', 'access_token'], {
      description: 'An authorization can be refreshed; an access token expires.',
    }),
    user: UserReference,
    client: Type.Object({ id: Type.String(), name: Type.String() }),
    scope: Type.String(),
    created_time: Milliseconds,
    expires_time: Milliseconds,
  },
  { title: 'TokenEntry' },
);
export type TokenEntry = Static<typeof TokenEntry>;

/** `id` is a handle, not a credential. */
export const SessionEntry = Type.Object(
  {
    id: Type.String(),
    user: UserReference,
    method: Type.Enum(['password', 'saml', 'setup']),
    address: Type.String({ description: 'The network address of the sign-in.' }),
    user_agent: Type.String(),
    created_time: Milliseconds,
    seen_time: Milliseconds,
    expires_time: Milliseconds,
  },
  { title: 'SessionEntry' },
);
export type SessionEntry = Static<typeof SessionEntry>;

export const AuditListEntry = Type.Object(
  {
    id: Type.Integer(),
    time: Milliseconds,
    actor: UserReference,
    org_id: OrNull(Type.String()),
    action: Type.String({ description: 'The noun and the action, such as `client.rotate`.' }),
    target: Type.String({ description: 'The id of the changed object.' }),
    target_name: OrNull(
      Type.String({
        description: 'Its current or last name; for tokens and sessions, the name of their user.',
      }),
    ),
    details: Type.Record(Type.String(), Type.Unknown()),
    address: Type.String({ description: 'The network address of the caller; empty if unknown.' }),
  },
  { title: 'AuditListEntry' },
);
export type AuditListEntry = Static<typeof AuditListEntry>;

export const UsageDay = Type.Object(
  {
    day: Type.String({ description: 'UTC, `YYYY-MM-DD`.' }),
    active_users: Type.Integer({ description: 'Users who changed something in a binder.' }),
    messages: Type.Integer(),
    pages: Type.Integer({ description: 'Created pages.' }),
    files: Type.Integer({ description: 'Uploaded files.' }),
    file_bytes: Type.Integer({ description: 'The size of those files together.' }),
  },
  { title: 'UsageDay' },
);
export type UsageDay = Static<typeof UsageDay>;

/** State of a consumer or job, across all processes. Times are by the server's clock. */
export const BackgroundWork = Type.Object(
  {
    name: Type.String(),
    kind: Type.Enum(['consumer', 'job'], {
      description: 'A consumer reads the logs of binders; a job runs periodically.',
    }),
    processes: Type.Integer({ description: 'How many processes run it; 0 when none does.' }),
    failing: Type.Boolean({
      description: 'Its last run failed, or it has not read a binder since a failure.',
    }),
    last_run_time: OrNull(Milliseconds),
    last_run_duration: OrNull(Type.Integer({ description: 'Milliseconds; null for consumers.' })),
    next_run_time: OrNull(
      Type.Integer({
        description:
          'Milliseconds since 1970-01-01 UTC; the present when it is due. Of a consumer, the next attempt after a failure.',
      }),
    ),
    last_error: Type.Union([
      Type.Object({
        time: Milliseconds,
        message: Type.String({
          description: 'Its first line, without credentials in URLs. The log of the server has all of it.',
        }),
        binder_id: OrNull(Type.String()),
      }),
      Type.Null(),
    ]),
    backlog_entries: OrNull(
      Type.Integer({ description: 'Unread entries of at most 1,000 binders; null for jobs.' }),
    ),
    lag: OrNull(
      Type.Integer({ description: 'Age of the oldest unread entry in milliseconds; null for jobs.' }),
    ),
    entries_per_minute: OrNull(
      Type.Integer({ description: 'Entries that were read in the last minute; null for jobs.' }),
    ),
  },
  { title: 'BackgroundWork' },
);
export type BackgroundWork = Static<typeof BackgroundWork>;
