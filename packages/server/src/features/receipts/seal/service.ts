import { createPrivateKey, X509Certificate } from 'node:crypto';
import { orNotFound, requireOrgAdmin } from '../../../access/index.ts';
import type { Environment } from '../../../environment/environment.ts';
import { because, invalid, preconditionFailed } from '../../../errors.ts';
import type { AdminChange } from '../../audit/index.ts';
import { openPkcs12 } from './open-pkcs12.ts';
import { type SealMaterial, validityOf } from './pkcs12.ts';
import * as queries from './queries.ts';
import type { Certificate, CertificateInput } from './schema.ts';

export interface Seal extends SealMaterial {
  orgName: string;
}

const BASE64 = /^[A-Za-z0-9+/\s]+={0,2}\s*$/;

export async function uploadCertificate(
  env: Environment,
  { tx, actor, at, record }: AdminChange,
  orgId: string,
  { pkcs12, password }: CertificateInput,
): Promise<Certificate> {
  const { partnerId } = await requireOrgAdmin(tx, actor, orgId);
  if (!BASE64.test(pkcs12)) throw invalid('pkcs12', 'is not base64');
  const file = Buffer.from(pkcs12, 'base64');
  const { key, certificates } = await openPkcs12({ file, password, now: at });
  const row = {
    sealed: env.secrets.seal(key),
    certificates: certificates.join(''),
    created_at: at,
  };
  await queries.storeCertificate(tx, orgId, row);
  const details = detailsOf(parseCertificates(row.certificates)[0]);
  await record({ orgId, partnerId, action: 'certificate.upload', target: orgId, details });
  return presentCertificate(env, row);
}

export async function deleteCertificate({ tx, actor, record }: AdminChange, orgId: string): Promise<null> {
  const { partnerId } = await requireOrgAdmin(tx, actor, orgId);
  const deleted = await queries.deleteCertificate(tx, orgId);
  const [certificate] = parseCertificates(orNotFound(deleted, 'receipt certificate', orgId));
  const details = detailsOf(certificate);
  await record({ orgId, partnerId, action: 'certificate.delete', target: orgId, details });
  return null;
}

export function presentCertificate(
  { config }: Environment,
  { certificates, created_at }: Pick<queries.CertificateRow, 'certificates' | 'created_at'>,
): Certificate {
  const all = parseCertificates(certificates);
  const [certificate] = all;
  const { from, until } = validityOf(certificate);
  return {
    subject: certificate.subject ?? '',
    issuer: certificate.issuer ?? '',
    serial_number: certificate.serialNumber,
    fingerprint: fingerprintOf(certificate),
    chain_length: all.length,
    valid_from_time: from,
    valid_until_time: until,
    created_time: created_at,
    level: config.timeStampUrl === '' ? 'B-B' : 'B-T',
  };
}

/**
 * Throws if the certificate has expired, because people could otherwise archive an unsigned file as signed.
 */
export async function findSeal(env: Environment, binderId: string): Promise<Seal | undefined> {
  const row = await queries.findCertificateOfBinder(env.db, binderId);
  if (!row) return undefined;
  const [certificate, ...others] = parseCertificates(row.certificates);
  const { until } = validityOf(certificate);
  if (env.clock.now() > until)
    throw preconditionFailed(because('receipt_certificate_expired', { date: day(until) }));
  const privateKey = createPrivateKey(env.secrets.open(row.sealed));
  return { privateKey, certificate, others, orgName: row.org_name };
}

const PEM = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

function parseCertificates(text: string): [X509Certificate, ...X509Certificate[]] {
  const [first, ...others] = (text.match(PEM) ?? []).map((pem) => new X509Certificate(pem));
  if (!first) throw new Error('the stored certificate cannot be read');
  return [first, ...others];
}

const detailsOf = (certificate: X509Certificate) => ({
  subject: certificate.subject,
  issuer: certificate.issuer,
  fingerprint: fingerprintOf(certificate),
  valid_until: validityOf(certificate).until,
});

const fingerprintOf = ({ fingerprint256 }: X509Certificate) =>
  fingerprint256.replaceAll(':', '').toLowerCase();
const day = (ms: number) => new Date(ms).toISOString().slice(0, 10);
