/** Revokes an authorization: its refresh token and all its access tokens. */
const { API = '', CLIENT_ID = '', CLIENT_SECRET = '', REFRESH_TOKEN = '' } = process.env;

const response = await fetch(`${API}oauth/revoke`, {
  method: 'POST',
  body: new URLSearchParams({ token: REFRESH_TOKEN, client_id: CLIENT_ID, client_secret: CLIENT_SECRET }),
});
if (!response.ok) throw new Error(`it has not ended: ${await response.text()}`);
console.log('The authorization has ended.');
