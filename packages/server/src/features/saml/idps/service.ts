import { type Actor, orNotFound, requireOrgAdmin, requirePartnerAdmin } from '../../../access/index.ts';
import { because, conflict, invalid } from '../../../errors.ts';
import type { Database } from '../../../storage/database.ts';
import type { AdminChange } from '../../audit/index.ts';
import { readCertificates } from './certificates.ts';
import * as queries from './queries.ts';

export type OwnerName = { orgId: string } | { partnerId: string };

interface Owner {
  id: string;
  partnerId: string;
  orgId: string | null;
}

/** Missing fields get their default in a new provider, and do not change in an existing one. */
export type IdpInput = Partial<queries.IdpFields> & {
  metadata?: string;
};

async function requireOwner(db: Database, actor: Actor, name: OwnerName): Promise<Owner> {
  if ('orgId' in name) {
    const { orgId, partnerId } = await requireOrgAdmin(db, actor, name.orgId);
    return { id: orgId, partnerId, orgId };
  }
  requirePartnerAdmin(actor, name.partnerId);
  return { id: name.partnerId, partnerId: name.partnerId, orgId: null };
}

export async function listIdps(db: Database, actor: Actor, name: OwnerName): Promise<queries.IdpRow[]> {
  const owner = await requireOwner(db, actor, name);
  return queries.findIdps(db, owner.id);
}

export async function createIdp(
  { tx, at, actor, record }: AdminChange,
  name: OwnerName,
  input: IdpInput & { idp_id?: string },
): Promise<queries.IdpRow> {
  const owner = await requireOwner(tx, actor, name);
  const { idpId, ...described } = await describe(input, at, input.idp_id);
  if (idpId === undefined) throw invalid('idp_id', 'is required, or metadata');
  const checked = check(owner, { ...described, ...input });
  if (!checked.certificates) throw invalid('certificates', 'is required, or metadata');
  const isNew = await queries.insertIdp(tx, {
    owner_id: owner.id,
    idp_id: idpId,
    partner_id: owner.partnerId,
    org_id: owner.orgId,
    name: '',
    certificates: [],
    sso_url: '',
    sso_binding: 'redirect',
    sign_requests: false,
    allow_sha1: false,
    link_by_email: false,
    created_at: at,
    ...checked,
  });
  if (!isNew) throw conflict(because('idp_registered', { idp: idpId }));
  await record({ ...recorded(owner), action: 'idp.create', target: idpId, details: checked });
  return orNotFound(await queries.findIdp(tx, owner.id, idpId), 'idp', idpId);
}

export async function updateIdp(
  { tx, at, actor, record }: AdminChange,
  name: OwnerName,
  idpId: string,
  input: IdpInput,
): Promise<queries.IdpRow> {
  const owner = await requireOwner(tx, actor, name);
  const { idpId: _same, ...described } = await describe(input, at, idpId);
  const change = check(owner, { ...described, ...input });
  if (Object.keys(change).length === 0) throw invalid('', because('nothing_to_change'));
  const row = orNotFound(await queries.updateIdp(tx, owner.id, idpId, change), 'idp', idpId);
  await record({ ...recorded(owner), action: 'idp.update', target: idpId, details: change });
  return row;
}

export async function removeIdp(
  { tx, actor, record }: AdminChange,
  name: OwnerName,
  idpId: string,
): Promise<void> {
  const owner = await requireOwner(tx, actor, name);
  orNotFound((await queries.deleteIdp(tx, owner.id, idpId)) || undefined, 'idp', idpId);
  await record({ ...recorded(owner), action: 'idp.delete', target: idpId, details: {} });
}

function recorded(owner: Owner) {
  return { partnerId: owner.partnerId, orgId: owner.orgId ?? undefined };
}

async function describe({ metadata }: IdpInput, now: number, idpId: string | undefined) {
  if (metadata === undefined) return { idpId };
  const { readIdpMetadata } = await import('./metadata.ts');
  const described = readIdpMetadata(metadata, now);
  if (idpId !== undefined && described.idpId !== idpId)
    throw invalid('metadata', because('idp_other', { idp: described.idpId }));
  const {
    certificates,
    ssoUrl: sso_url,
    binding: sso_binding,
    requiresSignedRequests: sign_requests,
  } = described;
  return { idpId: described.idpId, certificates, sso_url, sso_binding, sign_requests };
}

function check(
  owner: Owner,
  { name, certificates, sso_url, sso_binding, sign_requests, allow_sha1, link_by_email }: IdpInput,
): Partial<queries.IdpFields> {
  if (link_by_email && owner.orgId === null)
    throw invalid('link_by_email', 'is for identity providers of an org only');
  if (sso_url && !/^https?:$/.test(URL.parse(sso_url)?.protocol ?? ''))
    throw invalid('sso_url', because('http_address'));
  return {
    ...(name !== undefined && { name }),
    ...(certificates !== undefined && { certificates: readCertificates(certificates) }),
    ...(sso_url !== undefined && { sso_url }),
    ...(sso_binding !== undefined && { sso_binding }),
    ...(sign_requests !== undefined && { sign_requests }),
    ...(allow_sha1 !== undefined && { allow_sha1 }),
    ...(link_by_email !== undefined && { link_by_email }),
  };
}
