const CLIENT = [
  'name',
  'redirect_uris',
  'origins',
  'grants',
  'scope',
  'trusted',
  'renamed_texts',
  'notification_url',
  'event_log',
  'events_url',
] as const;
const CLIENT_CHANGE = [...CLIENT, 'disabled'] as const;
const BOT = [
  'name',
  'webhook_url',
  'events',
  'allow_private_network',
  'expires_in_as_text',
  'sha1_signature_header',
  'picture_url',
] as const;
const BOT_CHANGE = [...BOT, 'disabled'] as const;
const ORG_CHANGE = [
  ...['name', 'plan_code', 'language', 'disabled'],
  ...['max_bytes', 'max_binders', 'message_days', 'file_days', 'guests_by_session_key', 'notifications'],
  'link_previews',
] as const;
const USER = ['email', 'unique_id', 'role', 'is_partner_admin'] as const;
const USER_CHANGE = [...USER, 'first_name', 'last_name', 'language', 'disabled'] as const;
const IDP = [
  ...['name', 'certificates', 'sso_url', 'sso_binding'],
  ...['sign_requests', 'allow_sha1', 'link_by_email'],
] as const;
const CERTIFICATE = ['subject', 'issuer', 'fingerprint', 'valid_until'] as const;
const BOT_OF_ORG = ['enabled', 'user_id'] as const;

export const auditFields = {
  'setup.claim': ['partner_name', 'org_name', 'email'],
  'partner.update': ['name', 'default_org_id'],
  'org.create': ['name', 'plan_code'],
  'org.update': ORG_CHANGE,
  'org.disable': ORG_CHANGE,
  'org.enable': ORG_CHANGE,
  'user.create': [...USER, 'mail_setup_link'],
  'user.update': USER_CHANGE,
  'user.disable': USER_CHANGE,
  'user.enable': USER_CHANGE,
  'user.reset-password': [],
  'user.erase': ['content'],
  'client.create': [...CLIENT, 'org_id', 'public'],
  'client.update': CLIENT_CHANGE,
  'client.disable': CLIENT_CHANGE,
  'client.enable': CLIENT_CHANGE,
  // `secret` is `notification` or `events`, or absent for the client's own secret.
  'client.rotate': ['secret', 'grace_seconds'],
  'client.trust': [],
  'client.distrust': [],
  'bot.create': BOT,
  'bot.update': BOT_CHANGE,
  'bot.withdraw': BOT_CHANGE,
  'bot.restore': BOT_CHANGE,
  // `secret` is `client` or `webhook`.
  'bot.rotate': ['secret', 'grace_seconds'],
  'client.replay': ['from', 'sequences', 'dead', 'replayed'],
  'client.test': [],
  'bot.replay': ['from', 'sequences', 'dead', 'replayed'],
  'bot.test': [],
  'bot.enable': BOT_OF_ORG,
  'bot.disable': BOT_OF_ORG,
  'binder.export': ['name'],
  'binder.import': ['name', 'files', 'placeholders'],
  'binder.relink': ['name', 'from_seq', 'to_seq', 'reason', 'previous_hash'],
  // Recorded only if the admin is not the owner.
  'binder.hand-over': ['user_id', 'previous_user_id'],
  // Recorded only if the admin is neither the owner of the binder nor the creator of the transaction.
  'step.reassign': ['transaction_id', 'step_id', 'user_id', 'previous_user_id'],
  'delegation.create': ['delegate_id', 'starts_time', 'ends_time'],
  'delegation.delete': ['delegate_id'],
  'group.create': ['name', 'member_ids'],
  'group.update': ['name', 'added_ids', 'removed_ids'],
  'group.delete': ['name'],
  'template.create': ['name'],
  'template.update': ['name', 'version'],
  'template.delete': ['name'],
  'certificate.upload': CERTIFICATE,
  'certificate.delete': CERTIFICATE,
  'session.end': ['user_id'],
  'token.revoke': ['user_id', 'client_id'],
  'idp.create': IDP,
  'idp.update': IDP,
  'idp.delete': [],
  'audit.export': ['actor_id', 'of_action', 'of_target', 'from', 'until'],
  'background.retry': [],
} as const satisfies Record<string, readonly string[]>;

export type AuditAction = keyof typeof auditFields;

type Field<A extends AuditAction> = (typeof auditFields)[A][number];

/** Objects are missing, because their content would not be checked. */
type Value = string | number | boolean | null | undefined | readonly (string | number)[];

/** Rejects fields that `auditFields` does not list, even in a spread object. */
export type AuditDetails<A extends AuditAction, D> = D &
  Partial<Record<Field<A>, Value>> &
  Record<Exclude<keyof D, Field<A>>, never>;

export function pickAuditFields(action: AuditAction, details: object): Record<string, Value> {
  const fields = details as Record<string, Value>;
  return Object.fromEntries(
    auditFields[action].flatMap((field) =>
      Object.hasOwn(fields, field) && isValue(fields[field]) ? [[field, fields[field]]] : [],
    ),
  );
}

function isValue(value: unknown): boolean {
  if (Array.isArray(value))
    return value.every((item) => typeof item === 'string' || typeof item === 'number');
  return value === null || typeof value !== 'object';
}
