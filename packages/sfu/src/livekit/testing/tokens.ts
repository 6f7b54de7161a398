import { createHmac } from 'node:crypto';

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

export function signAs(key: string, secret: string, claims: object, alg = 'HS256'): string {
  const content = `${encode({ alg, typ: 'JWT' })}.${encode({ iss: key, ...claims })}`;
  return `${content}.${createHmac('sha256', secret).update(content).digest('base64url')}`;
}

export function claimsOf(token: string, key: string, secret: string) {
  const [head = '', body = '', signature] = token.split('.');
  const expected = createHmac('sha256', secret).update(`${head}.${body}`).digest('base64url');
  if (signature !== expected) throw new Error('invalid token: signature');
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString());
  const now = Date.now() / 1_000;
  if (claims.iss !== key || !(claims.exp > now) || claims.nbf > now) throw new Error('invalid token: claims');
  return claims;
}
