import fc from 'fast-check';

export interface HostileRequest {
  method: string;
  path: string;
  cookies: 'own' | 'strange' | 'none';
  headers: Record<string, string>;
  body: string | undefined;
}

interface Target {
  method: string;
  path: string;
  parameters: readonly string[];
}

const token = ['client_id', 'client_secret', 'grant_type', 'code', 'redirect_uri', 'code_verifier'];
const grants = [
  'refresh_token',
  'scope',
  'assertion',
  'idpid',
  'orgid',
  'partnerid',
  'uniqueid',
  'timestamp',
];
const profile = ['firstname', 'pictureurl', 'timezone', 'language', 'plancode', 'org_unit'];
const authorize = [
  'client_id',
  'response_type',
  'redirect_uri',
  'scope',
  'state',
  'prompt',
  'org_id',
  'idp_id',
];
const proof = ['code_challenge', 'code_challenge_method', 'partner_id'];
const targets: readonly Target[] = [
  { method: 'GET', path: '/v1/oauth/authorize', parameters: [...authorize, ...proof] },
  { method: 'POST', path: '/v1/oauth/authorize', parameters: [...authorize, 'form_token', 'decision'] },
  { method: 'POST', path: '/v1/oauth/token', parameters: [...token, ...grants, ...profile] },
  {
    method: 'POST',
    path: '/v1/oauth/revoke',
    parameters: ['access_token', 'token', ...token, 'token_type_hint'],
  },
  { method: 'GET', path: '/v1/apps/token', parameters: ['client_id', 'org_id', 'timestamp', 'signature'] },
  { method: 'POST', path: '/v1/admin/session-token', parameters: ['csrf'] },
  { method: 'POST', path: '/v1/session-token', parameters: ['csrf'] },
  { method: 'GET', path: '/sign-in', parameters: ['next'] },
  { method: 'GET', path: '/sign-in', parameters: ['next', 'other'] },
  { method: 'POST', path: '/sign-in', parameters: ['form_token', 'email', 'password', 'org_id', 'next'] },
  { method: 'POST', path: '/sign-out', parameters: ['form_token', 'next'] },
  { method: 'GET', path: '/account', parameters: ['next'] },
  { method: 'POST', path: '/password', parameters: ['form_token', 'old', 'password'] },
  { method: 'POST', path: '/forgotten-password', parameters: ['form_token', 'email'] },
  { method: 'GET', path: '/reset-password', parameters: ['token'] },
  { method: 'POST', path: '/reset-password', parameters: ['form_token', 'token', 'password'] },
  { method: 'GET', path: '/v1/saml/login', parameters: ['org_id', 'idp_id', 'next'] },
  { method: 'GET', path: '/v1/saml/login', parameters: ['partner_id', 'org_id', 'idp_id', 'next'] },
  { method: 'POST', path: '/v1/saml/acs', parameters: ['SAMLResponse', 'RelayState'] },
  { method: 'GET', path: '/v1/saml/finish', parameters: ['ticket'] },
];

export const MARKUP = '"><script>alert(1)</script>';
export const FOREIGN = 'evil.example';

const addresses = [
  `https://${FOREIGN}/`,
  `//${FOREIGN}/v1/oauth/authorize`,
  `/\\${FOREIGN}`,
  `/\t/${FOREIGN}`,
  `https:${FOREIGN}`,
  `javascript:alert('${FOREIGN}')`,
  `/v1/oauth/authorize/..//${FOREIGN}`,
  `/account\r\nlocation: https://${FOREIGN}/`,
  `https://app.example.com@${FOREIGN}/back?keep=1`,
];
const worst = [MARKUP, '\u0000', `a${MARKUP}@b.example`, 'x\u0000y'];
const texts = [
  ...worst,
  '',
  ' ',
  '\ud800',
  '\ufffd',
  'İ',
  '\r\nset-cookie: x=y',
  "' OR '1'='1",
  '$1',
  '%s%n',
  '__proto__',
  '../../etc/passwd',
  '-1',
  '1e999',
  '9'.repeat(40),
  'x'.repeat(9_000),
  'PGEvPg==',
  '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>',
  '<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol"/>',
];
const ADDRESS_PARAMETERS = new Set(['redirect_uri', 'next', 'RelayState', 'pictureurl']);
const raw = ['%', '%zz', '%00', '%C3%28', '%ED%A0%80', '+', '%2526', '[]', '&&=&', '%F0%9F'];

export function hostileRequests(
  validValues: Readonly<Record<string, readonly string[]>>,
): fc.Arbitrary<HostileRequest> {
  const encoded = (text: string) => encodeURIComponent(text.toWellFormed());
  const flipped = (text: string, place: number) => {
    const at = place % (text.length || 1);
    return `${text.slice(0, at)}${text[at] === 'A' ? 'B' : 'A'}${text.slice(at + 1)}`;
  };
  const goodOf = (name: string) => fc.constantFrom(...(validValues[name] ?? ['x']));
  const badOf = (name: string) =>
    fc.oneof(
      {
        weight: 4,
        arbitrary: fc.constantFrom(...(ADDRESS_PARAMETERS.has(name) ? addresses : worst)).map(encoded),
      },
      { weight: 2, arbitrary: fc.constantFrom(...addresses, ...texts).map(encoded) },
      { weight: 1, arbitrary: fc.constantFrom(...raw) },
      { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }).map(encoded) },
      {
        weight: 1,
        arbitrary: fc.tuple(goodOf(name), fc.nat(5_000)).map((each) => encoded(flipped(...each))),
      },
      {
        weight: 1,
        arbitrary: fc.constantFrom(...texts).map((text) => encoded(Buffer.from(text).toString('base64'))),
      },
    );
  /** Usually makes only one parameter bad, because the server reports only the first. */
  const fieldsOf = (parameters: readonly string[]) =>
    fc
      .tuple(
        fc.subarray([...parameters], { minLength: 1, maxLength: 1 }),
        fc.subarray([...parameters], { maxLength: 1 }),
        fc.integer({ min: 0, max: 9 }),
        fc.tuple(
          ...parameters.map((name) => fc.tuple(fc.integer({ min: 0, max: 19 }), goodOf(name), badOf(name))),
        ),
      )
      .map(([[first], [second], one, all]) =>
        all.flatMap(([way, good, bad], index) => {
          const name = parameters[index] ?? '';
          const right = `${name}=${encoded(good)}`;
          const isSpoilt = name === first || (one < 2 && name === second);
          if (!isSpoilt) return way === 0 ? [] : [right];
          if (way === 0) return [right, `${name}=${bad}`];
          return way === 1 ? [`${name}[]=${bad}`, `constructor=${bad}`] : [`${name}=${bad}`];
        }),
      )
      .map((pairs) => pairs.join('&'));
  const headers = fc.record(
    {
      origin: fc.constantFrom(`https://${FOREIGN}`, 'null', 'x'),
      'sec-fetch-site': fc.constantFrom('same-origin', 'cross-site', 'x'),
      authorization: fc.constantFrom('Bearer x', 'Basic eDp5', 'Basic %', MARKUP),
      'x-forwarded-host': fc.constant(FOREIGN),
    },
    { requiredKeys: [] },
  );
  const contentType = fc.constantFrom(
    ...Array(16).fill('application/x-www-form-urlencoded'),
    'application/json',
    'multipart/form-data; boundary=x',
    'text/plain',
    'x',
  );
  return fc
    .constantFrom(...targets)
    .chain(({ method, path, parameters }) =>
      fc.record({
        target: fc.constant({ method, path }),
        fields: fieldsOf(parameters),
        inQuery: fc.integer({ min: 0, max: 19 }),
        contentType,
        headers: fc.oneof({ weight: 9, arbitrary: fc.constant({}) }, headers),
        cookies: fc.constantFrom(...Array(8).fill('own'), 'strange', 'none') as fc.Arbitrary<
          HostileRequest['cookies']
        >,
      }),
    )
    .map(({ target: { method, path }, fields, inQuery, contentType, headers, cookies }) => {
      const isQuery = method === 'GET' || inQuery === 0;
      const both = method === 'POST' && (path.endsWith('/authorize') || path === '/sign-out');
      return {
        method,
        path: isQuery || both ? `${path}?${fields}` : path,
        cookies,
        headers: method === 'GET' ? headers : { ...headers, 'content-type': contentType },
        body: method === 'GET' ? undefined : isQuery && !both ? '' : fields,
      };
    });
}
