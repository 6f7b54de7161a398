/** Prints an assertion about a user for the token endpoint, as base64: `node sign-assertion.ts NAME`. */
import { readFileSync } from 'node:fs';
import { signedAssertion } from './assertion.ts';

const { IDP = '', AUDIENCE = '', RECIPIENT = '', KEY_FILE = '' } = process.env;
const [, , name = ''] = process.argv;
const assertion = signedAssertion(
  {
    issuer: IDP,
    audience: AUDIENCE,
    recipient: RECIPIENT,
    nameId: name,
    email: `${name}@example.com`,
    firstName: 'Lise',
    lastName: 'Meitner',
  },
  readFileSync(KEY_FILE, 'utf8'),
);
console.log(Buffer.from(assertion).toString('base64'));
