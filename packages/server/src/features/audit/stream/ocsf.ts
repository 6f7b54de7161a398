import type { AuditAction } from '../details.ts';
import type { AuditRow } from '../queries.ts';
import { OPERATOR } from '../record.ts';

export const OCSF_VERSION = '1.3.0';

const CLASSES = {
  account: { class_uid: 3001, class_name: 'Account Change', category_uid: 3 },
  authentication: { class_uid: 3002, class_name: 'Authentication', category_uid: 3 },
  entity: { class_uid: 3004, class_name: 'Entity Management', category_uid: 3 },
  api: { class_uid: 6003, class_name: 'API Activity', category_uid: 6 },
} as const;

const OTHER = 99;
const ACCOUNT = { create: 1, enable: 2, reset: 4, disable: 5, delete: 6 };
const LOGOFF = 2;
const ENTITY = { create: 1, update: 3, delete: 4, enable: 8, disable: 9 };
const API = { create: 1, read: 2, update: 3, delete: 4 };

type Activity = readonly [keyof typeof CLASSES, number];

const ACTIVITIES: Record<AuditAction, Activity> = {
  'setup.claim': ['entity', ENTITY.create],
  'partner.update': ['entity', ENTITY.update],
  'org.create': ['entity', ENTITY.create],
  'org.update': ['entity', ENTITY.update],
  'org.disable': ['entity', ENTITY.disable],
  'org.enable': ['entity', ENTITY.enable],
  'user.create': ['account', ACCOUNT.create],
  'user.update': ['account', OTHER],
  'user.disable': ['account', ACCOUNT.disable],
  'user.enable': ['account', ACCOUNT.enable],
  'user.reset-password': ['account', ACCOUNT.reset],
  'user.erase': ['account', ACCOUNT.delete],
  'client.create': ['entity', ENTITY.create],
  'client.update': ['entity', ENTITY.update],
  'client.disable': ['entity', ENTITY.disable],
  'client.enable': ['entity', ENTITY.enable],
  'client.rotate': ['entity', ENTITY.update],
  'client.trust': ['entity', ENTITY.update],
  'client.distrust': ['entity', ENTITY.update],
  'bot.create': ['entity', ENTITY.create],
  'bot.update': ['entity', ENTITY.update],
  'bot.withdraw': ['entity', ENTITY.disable],
  'bot.restore': ['entity', ENTITY.enable],
  'bot.rotate': ['entity', ENTITY.update],
  'client.replay': ['api', OTHER],
  'client.test': ['api', OTHER],
  'bot.replay': ['api', OTHER],
  'bot.test': ['api', OTHER],
  'bot.enable': ['entity', ENTITY.enable],
  'bot.disable': ['entity', ENTITY.disable],
  'binder.export': ['api', API.read],
  'binder.import': ['api', API.create],
  'binder.relink': ['api', API.update],
  'binder.hand-over': ['api', API.update],
  'step.reassign': ['api', API.update],
  'delegation.create': ['api', API.create],
  'delegation.delete': ['api', API.delete],
  'group.create': ['entity', ENTITY.create],
  'group.update': ['entity', ENTITY.update],
  'group.delete': ['entity', ENTITY.delete],
  'template.create': ['entity', ENTITY.create],
  'template.update': ['entity', ENTITY.update],
  'template.delete': ['entity', ENTITY.delete],
  'certificate.upload': ['entity', ENTITY.update],
  'certificate.delete': ['entity', ENTITY.delete],
  'session.end': ['authentication', LOGOFF],
  'token.revoke': ['authentication', LOGOFF],
  'idp.create': ['entity', ENTITY.create],
  'idp.update': ['entity', ENTITY.update],
  'idp.delete': ['entity', ENTITY.delete],
  'audit.export': ['api', API.read],
  'background.retry': ['api', OTHER],
};

const INFORMATIONAL = 1;
const MEDIUM = 3;
/** These actions replace evidence or change who can sign in. */
const MEDIUM_ACTIONS = /^(idp\.|certificate\.|setup\.claim$|binder\.relink$)/;
const SUCCESS = 1;

const ADMIN = 2;
const SYSTEM = 3;
const ORGANIZATION = 4;

/** Certificates are too long for a log line. */
const OMITTED = new Set(['certificates']);

export type OcsfEvent = ReturnType<typeof toOcsf>;

export function toOcsf(entry: AuditRow, serverVersion: string) {
  const row = { ...entry, target_name: hideUrl(entry.target_name), details: redactDetails(entry.details) };
  // After a downgrade, the table may contain actions of a newer release.
  const [name, activity]: Activity = ACTIVITIES[row.action as AuditAction] ?? ['api', OTHER];
  const ocsfClass = CLASSES[name];
  return {
    ...ocsfClass,
    activity_id: activity,
    ...(activity === OTHER ? { activity_name: row.action } : {}),
    type_uid: ocsfClass.class_uid * 100 + activity,
    severity_id: MEDIUM_ACTIONS.test(row.action) ? MEDIUM : INFORMATIONAL,
    status_id: SUCCESS,
    time: row.at,
    metadata: {
      version: OCSF_VERSION,
      product: { name: 'Ringbinder', vendor_name: 'Ringbinder', version: serverVersion },
      // Ids repeat after a restore from an older backup.
      uid: `${row.id}-${row.at}`,
      log_name: 'audit',
      event_code: row.action,
      tenant_uid: row.partner_id,
    },
    actor: { user: actorOf(row) },
    src_endpoint: row.address === '' ? { svc_name: 'ringbinder' } : { ip: row.address },
    ...objectOf(name, row),
    unmapped: { org_id: row.org_id, target: row.target, ...row.details },
  };
}

function actorOf({ actor_id, actor_name }: AuditRow) {
  if (actor_id === OPERATOR) return { uid: actor_id, name: 'Operator of the server', type_id: SYSTEM };
  return { uid: actor_id, ...nameFields(actor_name), type_id: ADMIN };
}

function objectOf(name: keyof typeof CLASSES, row: AuditRow) {
  const target = { uid: row.target, ...nameFields(row.target_name) };
  const [noun] = row.action.split('.');
  if (name === 'account') return { user: target };
  if (name === 'authentication')
    return {
      user: { uid: String(row.details.user_id ?? row.target), ...nameFields(row.target_name) },
      service: { name: 'Ringbinder' },
    };
  if (name === 'api') return { api: { operation: row.action }, resources: [{ ...target, type: noun }] };
  return noun === 'org'
    ? { entity: { ...target, type: 'Organization', type_id: ORGANIZATION, org: target } }
    : { entity: { ...target, type: noun, type_id: OTHER } };
}

const nameFields = (name: string | null) => (name ? { name } : {});

function redactDetails(details: Record<string, unknown>): Record<string, unknown> {
  const shown = Object.entries(details).filter(([field]) => !OMITTED.has(field));
  return Object.fromEntries(
    shown.map(([field, value]) => [field, Array.isArray(value) ? value.map(hideUrl) : hideUrl(value)]),
  );
}

/** A path, query or password of a URL may grant access. */
function hideUrl<T>(value: T): T | string {
  if (typeof value !== 'string') return value;
  const { protocol, origin = '…' } = URL.canParse(value) ? new URL(value) : {};
  if (protocol === 'https:' || protocol === 'http:') return origin;
  // “Team: North” is a name, although it can be parsed as a URL.
  const isText = protocol === undefined || /^\w+: /.test(value);
  return isText && !value.includes('://') ? value : '…';
}
