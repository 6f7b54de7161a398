/**
 * SQL after `WITH`. Locks the user, org and client, so that no token is issued while one of them is being
 * disabled.
 */
export function activeHolder(user: string, client?: string): string {
  // Lock clients, orgs and users in the same order as changes of bots, to prevent deadlocks.
  const [from, of] =
    client === undefined
      ? ['', 'o, u']
      : [`JOIN clients c ON c.id = ${client} AND c.disabled_at IS NULL`, 'c, o, u'];
  return `holder AS (
    SELECT u.id FROM users u JOIN orgs o ON o.id = u.org_id AND o.disabled_at IS NULL ${from}
    WHERE u.id = ${user} AND u.disabled_at IS NULL FOR SHARE OF ${of}
  )`;
}
