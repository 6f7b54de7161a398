import { type Database, first, type Transaction } from '../../../storage/database.ts';

export interface CertificateRow extends Record<string, unknown> {
  sealed: Buffer;
  certificates: string;
  created_at: number;
}

export function findCertificate(db: Database, orgId: string): Promise<CertificateRow | undefined> {
  return first<CertificateRow>(
    db,
    'SELECT sealed, certificates, created_at FROM receipt_certificates WHERE org_id = $1',
    [orgId],
  );
}

export function findCertificateOfBinder(
  db: Database,
  binderId: string,
): Promise<(CertificateRow & { org_name: string }) | undefined> {
  return first<CertificateRow & { org_name: string }>(
    db,
    `SELECT c.sealed, c.certificates, c.created_at, o.name AS org_name
     FROM binders b JOIN receipt_certificates c ON c.org_id = b.org_id JOIN orgs o ON o.id = b.org_id
     WHERE b.id = $1`,
    [binderId],
  );
}

export async function storeCertificate(
  tx: Transaction,
  orgId: string,
  { sealed, certificates, created_at }: CertificateRow,
): Promise<void> {
  await tx.query(
    `INSERT INTO receipt_certificates (org_id, sealed, certificates, created_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT (org_id) DO UPDATE SET sealed = $2, certificates = $3, created_at = $4`,
    [orgId, sealed, certificates, created_at],
  );
}

export async function deleteCertificate(tx: Transaction, orgId: string): Promise<string | undefined> {
  const row = await first<{ certificates: string }>(
    tx,
    'DELETE FROM receipt_certificates WHERE org_id = $1 RETURNING certificates',
    [orgId],
  );
  return row?.certificates;
}
