/**
 * Runs oidc-provider in memory or on PostgreSQL. Responds to the first message with its port, and to later
 * ones with refresh tokens. Exits with its parent.
 */
import { createServer } from 'node:http';
import Provider from 'oidc-provider';
import pg from 'pg';

const SCOPE = 'read write';
const ACCOUNT = 'measured';

process.on('disconnect', () => process.exit());
process.on('SIGINT', () => {});
process.once('message', async ({ connection, client, clients }) => {
  const adapter = connection ? await createAdapter(connection, clients) : undefined;
  const provider = new Provider('http://127.0.0.1', {
    ...(adapter ? { adapter } : {}),
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        grant_types: ['authorization_code', 'client_credentials', 'refresh_token'],
        redirect_uris: ['https://client.example.com/back'],
        token_endpoint_auth_method: 'client_secret_post',
        scope: SCOPE,
      },
    ],
    scopes: SCOPE.split(' '),
    features: { clientCredentials: { enabled: true }, devInteractions: { enabled: false } },
    findAccount: (_context, id) => ({ accountId: id, claims: () => ({ sub: id }) }),
    issueRefreshToken: async () => true,
    rotateRefreshToken: true,
    ttl: { AccessToken: 3_600, ClientCredentials: 3_600, RefreshToken: 30 * 86_400, Grant: 30 * 86_400 },
  });
  process.on('message', async ({ issue: count }) => {
    const refreshTokens = [];
    for (let index = 0; index < count; index++) refreshTokens.push(await issue(provider, client.id));
    process.send({ refreshTokens });
  });
  const server = createServer(provider.callback()).listen(0, '127.0.0.1', () => {
    process.send({ port: server.address().port });
  });
});

async function issue(provider, clientId) {
  const client = await provider.Client.find(clientId);
  const grant = new provider.Grant({ clientId, accountId: ACCOUNT });
  grant.addOIDCScope(SCOPE);
  const grantId = await grant.save();
  const token = new provider.RefreshToken({
    accountId: ACCOUNT,
    client,
    grantId,
    gty: 'authorization_code',
    scope: SCOPE,
  });
  return token.save();
}

/** The adapter that oidc-provider documents, with one table and one statement per operation. */
async function createAdapter(connection, max) {
  const pool = new pg.Pool({ ...connection, max });
  await pool.query(`CREATE TABLE IF NOT EXISTS oidc (
    model text, id text, payload jsonb NOT NULL, grant_id text, uid text, user_code text, expires_at timestamptz,
    PRIMARY KEY (model, id))`);
  await pool.query('CREATE INDEX IF NOT EXISTS oidc_grant ON oidc (grant_id)');
  const query = (name, text, values) => pool.query({ name, text, values });
  return class PostgresAdapter {
    constructor(model) {
      this.model = model;
    }

    async upsert(id, payload, expiresIn) {
      await query(
        'upsert',
        `INSERT INTO oidc VALUES ($1, $2, $3, $4, $5, $6, now() + make_interval(secs => $7))
         ON CONFLICT (model, id) DO UPDATE SET payload = excluded.payload, expires_at = excluded.expires_at`,
        [this.model, id, payload, payload.grantId, payload.uid, payload.userCode, expiresIn ?? null],
      );
    }

    async find(id) {
      const { rows } = await query(
        'find',
        'SELECT payload FROM oidc WHERE model = $1 AND id = $2 AND (expires_at IS NULL OR expires_at > now())',
        [this.model, id],
      );
      return rows[0]?.payload;
    }

    async findByUid(uid) {
      const { rows } = await query('find_uid', 'SELECT payload FROM oidc WHERE model = $1 AND uid = $2', [
        this.model,
        uid,
      ]);
      return rows[0]?.payload;
    }

    async findByUserCode(code) {
      const { rows } = await query(
        'find_code',
        'SELECT payload FROM oidc WHERE model = $1 AND user_code = $2',
        [this.model, code],
      );
      return rows[0]?.payload;
    }

    async consume(id) {
      await query(
        'consume',
        `UPDATE oidc SET payload = payload || jsonb_build_object('consumed', extract(epoch FROM now())::bigint)
         WHERE model = $1 AND id = $2`,
        [this.model, id],
      );
    }

    async destroy(id) {
      await query('destroy', 'DELETE FROM oidc WHERE model = $1 AND id = $2', [this.model, id]);
    }

    async revokeByGrantId(grantId) {
      await query('revoke', 'DELETE FROM oidc WHERE grant_id = $1', [grantId]);
    }
  };
}
