/**
 * Users have no log, so each statement that changes a name, picture, address, unique id, role or state must
 * contain this SQL. `users` is a table or CTE with `id`, `partner_id` and `org_id`.
 */
export const userMarks = (
  users: string,
): string => `INSERT INTO user_changes (user_id) SELECT u.id FROM ${users} u
  WHERE EXISTS (SELECT FROM client_logs g JOIN clients c ON c.id = g.client_id
    WHERE c.partner_id = u.partner_id AND (c.org_id IS NULL OR c.org_id = u.org_id))`;

export const markingUsers = (statement: string): string => `WITH changed AS (
    ${statement} RETURNING users.id, users.partner_id, users.org_id
  ), marks AS (${userMarks('changed')})
  SELECT id FROM changed`;
