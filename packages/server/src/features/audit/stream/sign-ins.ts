import type { SignInMethod } from '../../../storage/sign-in-log.ts';
import { OCSF_VERSION } from './ocsf.ts';
import type { SignInRow } from './queries.ts';

const AUTHENTICATION = { class_uid: 3002, class_name: 'Authentication', category_uid: 3 } as const;
const LOGON = 1;
const LOGOFF = 2;
const OTHER = 99;
const SUCCESS = 1;
const FAILURE = 2;
const INFORMATIONAL = 1;
const LOW = 2;
const MEDIUM = 3;
const UNKNOWN_PERSON = { name: 'Unknown', type_id: 0 } as const;
const PERSON = 1;

const SAML = { auth_protocol_id: 5, auth_protocol: 'SAML' };
const OAUTH = { auth_protocol_id: 6, auth_protocol: 'OAUTH 2.0' };
const pageProtocol = (method: string) => ({ auth_protocol_id: OTHER, auth_protocol: method });

const PROTOCOLS: Record<SignInMethod, { auth_protocol_id: number; auth_protocol: string }> = {
  password: pageProtocol('password'),
  setup: pageProtocol('setup link'),
  saml: SAML,
  'saml2-bearer': SAML,
  'unique-identifier': OAUTH,
  bot: OAUTH,
  authorization_code: OAUTH,
  implicit: OAUTH,
  refresh_token: OAUTH,
  other: OAUTH,
};

/** Grants that issue tokens to a person who signed in before. */
const LATER_GRANTS: ReadonlySet<SignInMethod> = new Set([
  ...(['authorization_code', 'implicit', 'refresh_token', 'other'] as const),
]);

export type SignInOcsfEvent = ReturnType<typeof signInToOcsf>;

export function signInToOcsf(row: SignInRow, serverVersion: string) {
  const { action, method, reason, number, user_id: userId, user_name: name } = row;
  const isRefusal = action.endsWith('.refuse');
  const activity = action === 'sign-in.end' ? LOGOFF : LATER_GRANTS.has(method) ? OTHER : LOGON;
  const user = userId === null ? UNKNOWN_PERSON : { uid: userId, ...(name ? { name } : {}), type_id: PERSON };
  return {
    ...AUTHENTICATION,
    activity_id: activity,
    ...(activity === OTHER ? { activity_name: action } : {}),
    type_uid: AUTHENTICATION.class_uid * 100 + activity,
    severity_id: row.is_alarming ? MEDIUM : isRefusal ? LOW : INFORMATIONAL,
    status_id: isRefusal ? FAILURE : SUCCESS,
    ...(reason === null ? {} : { status_detail: reason }),
    time: row.last_at,
    ...(number > 1 ? { count: number, start_time: row.first_at, end_time: row.last_at } : {}),
    metadata: {
      version: OCSF_VERSION,
      product: { name: 'Ringbinder', vendor_name: 'Ringbinder', version: serverVersion },
      uid: `s${row.id}-${row.first_at}`,
      log_name: 'sign-ins',
      event_code: action,
      ...(row.partner_id === null ? {} : { tenant_uid: row.partner_id }),
    },
    ...PROTOCOLS[method],
    actor: { user },
    user,
    service: { name: 'Ringbinder' },
    src_endpoint: row.address === '' ? { svc_name: 'ringbinder' } : { ip: row.address },
    unmapped: {
      method,
      ...(row.org_id === null ? {} : { org_id: row.org_id }),
      ...(row.client_id === null ? {} : { client_id: row.client_id, client_name: row.client_name }),
    },
  };
}
