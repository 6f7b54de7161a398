/**
 * The user's id is the salt. The address is an email address, or the id of an org followed by a unique id.
 */
export function addressDigest(userId: string, address: string): string {
  return `encode(sha256(convert_to(${userId} || ${address}, 'UTF8')), 'hex')`;
}

export function invitedAddressIsAmong(userId: string, digests: string): string {
  const address = `coalesce(lower(body->>'email'), (body->>'org_id') || (body->>'unique_id'))`;
  return `CASE WHEN kind IN ('member_invited', 'invitation_ended') THEN ${addressDigest(userId, address)} = ANY(${digests}::text[]) END`;
}
