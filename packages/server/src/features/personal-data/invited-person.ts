/** SQL for the digest of an email address or, after the id of its org, a unique id. The person's id is the salt. */
export function addressDigest(userId: string, address: string): string {
  return `encode(sha256(convert_to(${userId} || ${address}, 'UTF8')), 'hex')`;
}

/** SQL: true if the entry of the log is about an invitation to one of these addresses. */
export function invites(userId: string, digests: string): string {
  const address = `coalesce(lower(body->>'email'), (body->>'org_id') || (body->>'unique_id'))`;
  return `CASE WHEN kind IN ('member_invited', 'invitation_ended') THEN ${addressDigest(userId, address)} = ANY(${digests}::text[]) END`;
}
