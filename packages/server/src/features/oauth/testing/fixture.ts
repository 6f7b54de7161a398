import { createHash, randomBytes } from 'node:crypto';
import { hash } from '@node-rs/argon2';
import {
  type Answer,
  type CreatedClient,
  type CreatedPartner,
  type CreatedUser,
  newVisitor,
  type TestService,
  type View,
  type Visitor,
} from '@ringbinder/testkit';

export const PASSWORD = 'correct horse battery';
export const REDIRECT_URI = 'https://app.example.com/back?keep=1';

/** The cheapest hash, because tests sign in hundreds of times. */
const cheapHash = (password: string) => hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 });

export interface OAuthFixture {
  partner: CreatedPartner;
  client: CreatedClient;
  user: CreatedUser;
  authorizeUrl(fields?: Record<string, string | undefined>): string;
  signedIn(user?: CreatedUser): Promise<Visitor>;
  /** Consents if the page asks for it. Returns the redirect to the client. */
  authorize(visitor: Visitor, fields?: Record<string, string | undefined>): Promise<View>;
  code(visitor: Visitor, fields?: Record<string, string | undefined>): Promise<string>;
  exchange(code: string, fields?: Record<string, string>): Promise<Answer>;
}

export async function createFixture(service: TestService): Promise<OAuthFixture> {
  const { make, env } = service;
  const partner = await make.partner();
  const client = await make.client({ partnerId: partner.id });
  const user = await make.user({ partner, client });
  await env.db.query('UPDATE clients SET redirect_uris = $2 WHERE id = $1', [client.id, [REDIRECT_URI]]);
  await givePassword(service, user);
  const fixture: OAuthFixture = {
    partner,
    client,
    user,
    authorizeUrl(fields = {}) {
      const all = { client_id: client.id, response_type: 'code', state: 's/1 &=', ...fields };
      const providedFields = Object.entries(all).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, value] as [string, string]],
      );
      return `${env.basePath}/oauth/authorize?${new URLSearchParams(providedFields)}`;
    },
    async signedIn(who = user) {
      const visitor = newVisitor(service.origin);
      const page = await visitor.get('/sign-in');
      const done = await visitor.submit(page, { email: who.email, password: PASSWORD });
      if (done.status !== 303) throw new Error(`signing in gave ${done.status}: ${done.text}`);
      return visitor;
    },
    async authorize(visitor, fields) {
      const view = await visitor.get(fixture.authorizeUrl(fields));
      return view.status === 200 ? visitor.submit(view, { decision: 'allow' }) : view;
    },
    async code(visitor, fields) {
      const { location } = await fixture.authorize(visitor, fields);
      const code = new URL(location ?? 'x:').searchParams.get('code');
      if (code === null) throw new Error(`there is no code in ${location}`);
      return code;
    },
    exchange: (code, fields = {}) =>
      service.call('POST', '/oauth/token', {
        form: {
          client_id: client.id,
          client_secret: client.secret,
          grant_type: 'authorization_code',
          code,
          ...fields,
        },
      }),
  };
  return fixture;
}

export async function givePassword(
  service: TestService,
  user: CreatedUser,
  password = PASSWORD,
  makeHash: (password: string) => Promise<string> = cheapHash,
): Promise<void> {
  await service.env.db.query('UPDATE users SET password_hash = $2 WHERE id = $1', [
    user.id,
    await makeHash(password),
  ]);
}

export function proofKey(): { verifier: string; challenge: string } {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}
