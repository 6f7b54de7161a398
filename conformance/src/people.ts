import { randomBytes } from 'node:crypto';
import type { Answer, Call, Connection } from './connection.ts';
import type { Credentials } from './credentials.ts';
import { data, status } from './expect.ts';
import type { Profile, TokenAnswer } from './types.ts';

export const UNIQUE_IDENTIFIER = 'http://www.service.com/auth_uniqueid';

type Options = Omit<Call, 'method' | 'path' | 'token'>;

export interface Caller {
  token: string | undefined;
  get(path: string, headers?: Record<string, string>): Promise<Answer>;
  post(path: string, json: unknown, headers?: Record<string, string>): Promise<Answer>;
  delete(path: string): Promise<Answer>;
  upload(
    path: string,
    bytes: Buffer | string,
    name: string,
    headers?: Record<string, string>,
  ): Promise<Answer>;
  send(method: string, path: string, options?: Options): Promise<Answer>;
}

export interface Person extends Caller {
  id: string;
  name: string;
  uniqueId: string;
  orgId: string;
  token: string;
}

export function callerWith<T extends string | undefined>(
  connection: Connection,
  token: T,
): Caller & { token: T } {
  const send = (method: string, path: string, options: Options = {}) =>
    connection.send({ method, path, token, ...options });
  return {
    token,
    send,
    get: (path, headers = {}) => send('GET', path, { headers }),
    post: (path, json, headers = {}) => send('POST', path, { json, headers }),
    delete: (path) => send('DELETE', path),
    upload(path, bytes, name, headers = {}) {
      const body = new FormData();
      body.append('file', new File([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)], name));
      return send('POST', path, { body, headers });
    },
  };
}

export interface People {
  grantFields(fields?: Record<string, string>): Record<string, string>;
  grant(fields?: Record<string, string>): Promise<Answer>;
  reuse(uniqueId: string, orgId?: string): Promise<Person>;
  newcomer(orgId?: string): Promise<Person>;
  freshToken(person: Person, fields?: Record<string, string>): Promise<string>;
}

export function createPeople(connection: Connection, credentials: Credentials): People {
  const reuse = new Map<string, Promise<Person>>();
  const grantFields = (fields: Record<string, string> = {}) => ({
    grant_type: UNIQUE_IDENTIFIER,
    client_id: credentials.client.client_id,
    client_secret: credentials.client.client_secret,
    uniqueid: 'conformance',
    timestamp: String(Date.now()),
    ...fields,
  });
  const grant = (fields: Record<string, string> = {}) =>
    connection.send({ method: 'POST', path: 'oauth/token', form: grantFields(fields) });
  const tokenOf = async (fields: Record<string, string>) => {
    const answer = await grant(fields);
    status(answer, 200);
    return (answer.json as TokenAnswer).access_token;
  };
  const meet = async (uniqueId: string, orgId: string, name: Record<string, string>): Promise<Person> => {
    const token = await tokenOf({ uniqueid: uniqueId, orgid: orgId, ...name });
    const caller = callerWith(connection, token);
    const me = data<Profile>(await caller.get('/me'));
    return { ...caller, id: me.id, name: me.name, uniqueId, orgId: me.org_id, token };
  };
  return {
    grantFields,
    grant,
    reuse(uniqueId, orgId = credentials.org_id) {
      const key = `${orgId} ${uniqueId}`;
      const person = reuse.get(key) ?? meet(uniqueId, orgId, {});
      reuse.set(key, person);
      return person;
    },
    newcomer: (orgId = credentials.org_id) =>
      meet(`conformance-${randomBytes(9).toString('base64url')}`, orgId, {
        firstname: 'New',
        lastname: 'Comer',
      }),
    freshToken: (person, fields = {}) =>
      tokenOf({ uniqueid: person.uniqueId, orgid: person.orgId, ...fields }),
  };
}
