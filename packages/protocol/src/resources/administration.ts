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
    language: Type.Optional(Type.String({ description: 'The language for users who have not chosen one.' })),
    max_bytes: Type.Optional(
      OrNull(
        Type.Integer({
          description: 'The maximum total size of the files of the org, in bytes. Null: no limit.',
        }),
      ),
    ),
    max_binders: Type.Optional(OrNull(Type.Integer())),
    message_days: Type.Optional(
      OrNull(
        Type.Integer({ description: 'The number of days after which messages are deleted. Null: never.' }),
      ),
    ),
    file_days: Type.Optional(
      OrNull(Type.Integer({ description: 'The number of days after which files are deleted. Null: never.' })),
    ),
    guests_by_session_key: Type.Optional(
      Type.Boolean({ description: 'Whether guests can enter the lobby of a meet by its session key.' }),
    ),
    link_previews: Type.Optional(
      Type.Boolean({ description: 'Whether messages show a preview of their first link.' }),
    ),
    notifications: Type.Optional(OrgNotifications),
    disabled: Type.Optional(Type.Boolean()),
    total_users: Type.Optional(Type.Integer({ description: 'The number of enabled users.' })),
    created_time: Type.Optional(Milliseconds),
  },
  { title: 'Org' },
);
export type Org = Static<typeof Org>;

export const Erasure = Type.Object({
  content: Type.Boolean({
    description: 'Whether the erasure also covers what the user wrote, said and drew.',
  }),
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
          'Whether the mail server accepted the email with the link. If the mail server failed, the server tries again for 7 days, unless the mail server rejected the email for good. Only in the response to a request with `mail_setup_link`.',
      }),
    ),
    erasure: Type.Optional(Erasure),
    open_work: Type.Optional(
      Type.Object(
        { steps: Type.Integer(), todos: Type.Integer() },
        {
          description:
            'The numbers of steps of requests and of to-dos that wait for the user, in all binders. Only in the response to `GET` of one user.',
        },
      ),
    ),
  },
  { title: 'OrgUser' },
);
export type OrgUser = Static<typeof OrgUser>;

export const ClientTextsField = Type.Record(Type.String(), Type.Record(Type.String(), Type.String()), {
  description: `Texts that replace those of Ringbinder in modules that the client embeds, by id and language, such as {"approvals.title": {"en": "Requests"}}. The ids are ${Object.keys(
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
      description: 'The only org that the client serves. Null: the client serves all orgs of the partner.',
    }),
    redirect_uris: Type.Array(Type.String()),
    origins: Type.Array(Type.String()),
    grants: Type.Array(Type.String()),
    scope: Type.String(),
    public: Type.Boolean({
      description:
        'Whether the client is public (RFC 6749, section 2.1). A public client has no secret and must use PKCE for each authorization.',
    }),
    trusted: Type.Boolean({
      description:
        'Whether the partner trusts the client. Ringbinder then asks no user of the partner for consent.',
    }),
    disabled: Type.Boolean(),
    texts: ClientTextsField,
    created_time: Milliseconds,
    old_secret_until: Type.Optional(Milliseconds),
    notification_url: Type.Optional(
      Type.String({
        description:
          'The address to which the server sends the notifications of people. Absent if there is none.',
      }),
    ),
    notification_secret: Type.Optional(
      Type.String({
        description:
          'The secret with which the server signs calls of `notification_url`. Only in the response to a request that sets `notification_url` when there was none.',
      }),
    ),
    notification_gone: Type.Optional(
      Type.Literal(true, {
        description:
          'The address returned 410. The server sends nothing until an admin sets an address again.',
      }),
    ),
    event_log: Type.Optional(
      Type.Literal(true, { description: 'The client has a log of events, which `GET /events` returns.' }),
    ),
    events_url: Type.Optional(
      Type.String({
        description: 'The address to which the server sends the events of the log. Absent if there is none.',
      }),
    ),
    events_secret: Type.Optional(
      Type.String({
        description:
          'The secret with which the server signs calls of `events_url`. Only in the response to a request that sets `events_url` when there was none.',
      }),
    ),
    events_gone: Type.Optional(
      Type.Literal(true, {
        description:
          'The address returned 410. The server sends nothing until an admin sets an address again.',
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
    trusted: Type.Boolean({
      description:
        'Whether the org trusts the client. Ringbinder then does not ask users of the org for consent.',
    }),
    trusted_by_partner: Type.Boolean(),
  },
  { title: 'OrgClient' },
);
export type OrgClient = Static<typeof OrgClient>;

export const BotApp = Type.Object(
  {
    client_id: Type.String(),
    name: Type.String(),
    webhook_url: Type.String({
      description: 'The address to which the server sends events. Empty: the bot polls.',
    }),
    events: Type.Union([Type.Array(Type.String()), Type.Null()], {
      description: 'The kinds of event that the bot receives. Null: all kinds.',
    }),
    picture_url: Type.String(),
    allow_private_network: Type.Boolean(),
    expires_in_as_text: Type.Boolean(),
    sha1_signature_header: Type.String({
      description: 'The name of the header for the older signature. Empty: deliveries have no such header.',
    }),
    gone: Type.Boolean({
      description:
        'Whether `webhook_url` returned 410. The server then sends nothing until an admin sets `webhook_url` again.',
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
      description:
        '`authorization`: the client can refresh its tokens. `access_token`: a single token, which the client cannot refresh.',
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
    address: Type.String({ description: 'The network address from which the user signed in.' }),
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
        description: 'The current or last name of the object. For a token or session, the name of its user.',
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
    day: Type.String({ description: 'The day in UTC, as `YYYY-MM-DD`.' }),
    active_users: Type.Integer({ description: 'The number of users who changed something in a binder.' }),
    messages: Type.Integer(),
    pages: Type.Integer({ description: 'The number of created pages.' }),
    files: Type.Integer({ description: 'The number of uploaded files.' }),
    file_bytes: Type.Integer({ description: 'The total size of the uploaded files.' }),
  },
  { title: 'UsageDay' },
);
export type UsageDay = Static<typeof UsageDay>;

export const BackgroundWork = Type.Object(
  {
    name: Type.String(),
    kind: Type.Enum(['consumer', 'job'], {
      description: 'A consumer reads the logs of binders; a job runs periodically.',
    }),
    processes: Type.Integer({
      description: 'The number of processes that run the consumer or job. 0: none.',
    }),
    failing: Type.Boolean({
      description:
        'True if the last run of the job failed, or if the consumer failed to read a binder and has not read it since.',
    }),
    last_run_time: OrNull(Milliseconds),
    last_run_duration: OrNull(
      Type.Integer({ description: 'The duration of the last run in milliseconds. Null for consumers.' }),
    ),
    next_run_time: OrNull(
      Type.Integer({
        description:
          'The time of the next run of a job, or of the next attempt of a consumer after a failure, in milliseconds since 1970-01-01 UTC. If the run is due, the current time.',
      }),
    ),
    last_error: Type.Union([
      Type.Object({
        time: Milliseconds,
        message: Type.String({
          description:
            'The first line of the error message, without credentials in URLs. The log of the server contains the whole message.',
        }),
        binder_id: OrNull(Type.String()),
      }),
      Type.Null(),
    ]),
    backlog_entries: OrNull(
      Type.Integer({ description: 'The number of unread entries, in at most 1,000 binders. Null for jobs.' }),
    ),
    lag: OrNull(
      Type.Integer({ description: 'The age of the oldest unread entry in milliseconds. Null for jobs.' }),
    ),
    entries_per_minute: OrNull(
      Type.Integer({
        description: 'The number of entries that the consumer read in the last minute. Null for jobs.',
      }),
    ),
  },
  { title: 'BackgroundWork' },
);
export type BackgroundWork = Static<typeof BackgroundWork>;
