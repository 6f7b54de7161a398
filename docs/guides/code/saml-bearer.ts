/** Exchanges the assertion of an identity provider for an access token, and calls the API with it. */
import { createClient, unwrap } from '@ringbinder/client';

const { API = '', CLIENT_ID = '', CLIENT_SECRET = '', ORG = '', IDP = '', ASSERTION = '' } = process.env;

const response = await fetch(`${API}oauth/token`, {
  method: 'POST',
  body: new URLSearchParams({
    grant_type: 'urn:ietf:params:oauth:grant-type:saml2-bearer',
    client_id: CLIENT_ID,
    client_secret: CLIENT_SECRET,
    orgid: ORG,
    idpid: IDP,
    assertion: ASSERTION,
  }),
});
const answer = (await response.json()) as { access_token: string; error_description?: string };
if (!response.ok) throw new Error(answer.error_description);

const { api } = createClient({ baseUrl: API, token: answer.access_token });
const { name, email } = await unwrap(api.GET('/me'));
console.log(`${name} <${email}>`);
