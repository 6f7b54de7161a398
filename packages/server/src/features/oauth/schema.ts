import Type from 'typebox';
import { errorAnswers, operation, successOf } from '../../http/index.ts';
import { rfcErrorsOf } from './token-error.ts';

const TokenAnswer = Type.Object(
  {
    access_token: Type.String(),
    token_type: Type.Literal('bearer'),
    expires_in: Type.Integer({ description: 'The lifetime of the access token in seconds.' }),
    scope: Type.String({ description: 'The granted scopes, separated by spaces: `read` or `read write`.' }),
    refresh_token: Type.Optional(Type.String({ description: 'A refresh token that is valid for 30 days.' })),
  },
  { description: 'The tokens.' },
);

const tokenErrorAnswers = errorAnswers((code) => ({
  error: Type.Enum(rfcErrorsOf(code), { description: 'An error code of RFC 6749.' }),
  error_description: Type.String({
    description:
      'The text of `message`. The server replaces each character that RFC 6749 does not allow by `?`.',
  }),
}));

const field = (description: string) => Type.Optional(Type.String({ description }));

export const tokenOperation = operation('Authentication', 'getToken', {
  summary: 'Get an access token',
  description:
    'There are four grants: `authorization_code`, `refresh_token`, unique identifier (`http://www.service.com/auth_uniqueid`) and SAML bearer (`urn:ietf:params:oauth:grant-type:saml2-bearer`). Send the parameters in the form or in the query. The server rejects a parameter that you send twice. You can send the id and secret of the client in a Basic Authorization header instead.',
  auth: 'none',
  consumes: ['application/x-www-form-urlencoded'],
  body: Type.Object({
    client_id: field('The id of the client. Required, unless you send it in a Basic Authorization header.'),
    client_secret: field(
      'The secret of the client. Required, unless you send it in a Basic Authorization header. A public client has no secret.',
    ),
    grant_type: Type.String(),
    uniqueid: field('Unique identifier: the id of the user in your own system.'),
    timestamp: field(
      'Unique identifier: the current time in milliseconds since 1970-01-01 UTC. It may differ from the time of the server by at most 5 minutes.',
    ),
    firstname: field('Unique identifier: the first name of the user.'),
    lastname: field('Unique identifier: the last name of the user.'),
    orgid: field(
      'Unique identifier: the org of the user, if each of your customers has an org. SAML bearer: the org whose identity provider signed the assertion.',
    ),
    partnerid: field(
      'SAML bearer: the partner whose identity provider signed the assertion. Send it instead of `orgid`.',
    ),
    idpid: field('SAML bearer: the entity id of the identity provider.'),
    assertion: field('SAML bearer: the signed assertion in base64 or base64url, at most 64 KiB.'),
    pictureurl: field('Unique identifier: the address of the user’s picture.'),
    timezone: field(
      'Unique identifier: the time zone of the user, as a name of the tz database, such as `Europe/Berlin`.',
    ),
    plancode: field('Unique identifier: the plan of the org.'),
    language: field(
      'Unique identifier: the language of the user. Default for a new user: the language of the org.',
    ),
    org_unit: field(
      'Unique identifier: the hierarchy of units to which the user belongs in the org, separated by commas.',
    ),
    code: field('Authorization code: the `code` that the browser brought to `redirect_uri`.'),
    redirect_uri: field(
      'Authorization code: the same as in the request to `oauth/authorize`. Required if you sent it there.',
    ),
    code_verifier: field('Authorization code: the PKCE verifier. Required if you sent a `code_challenge`.'),
    refresh_token: field('Refresh token: the refresh token.'),
    scope: field('`read` or `read write`. Default: all scopes that the client may have.'),
  }),
  response: { ...tokenErrorAnswers, 200: TokenAnswer },
});

export const revokeOperation = operation('Authentication', 'revokeToken', {
  summary: 'Revoke a token',
  description:
    'There are two ways. Anybody who has an access token can send it as `access_token`. A client can send one of its access or refresh tokens as `token`, together with its id and secret (RFC 7009). Revoking a refresh token also revokes all tokens that belong to the same authorization. If a token is unknown, belongs to another client or was already revoked, the response is the same as for a revoked token.',
  auth: 'none',
  consumes: ['application/x-www-form-urlencoded'],
  body: Type.Object({
    access_token: field('The access token to revoke.'),
    token: field('RFC 7009: an access or refresh token of the client. Send it instead of `access_token`.'),
    token_type_hint: field('RFC 7009: the server ignores it.'),
    client_id: field('Required together with `token`.'),
    client_secret: field('Required together with `token`.'),
  }),
  response: { ...tokenErrorAnswers, 200: successOf() },
});

const BotTokenAnswer = Type.Object(
  {
    ...Type.Omit(TokenAnswer, ['refresh_token']).properties,
    expires_in: Type.Union([Type.Integer(), Type.String()], {
      description:
        'The lifetime of the token in seconds. A string if the bot app is configured to get a string.',
    }),
  },
  { description: 'The token.' },
);

export const botTokenOperation = operation('Authentication', 'getBotToken', {
  summary: 'Get an access token for a bot',
  description:
    'Sign the request with the client secret of the bot app. Use https: anybody who sees the request can repeat it for 5 minutes.',
  auth: 'none',
  querystring: Type.Object({
    client_id: Type.String({ description: 'The `client_id` of the bot app.' }),
    org_id: Type.String({ description: 'The org in which the bot app is enabled.' }),
    timestamp: Type.String({
      description:
        'The current time in milliseconds since 1970-01-01 UTC, as 13 digits. It may differ from the time of the server by at most 5 minutes.',
    }),
    signature: Type.String({
      description:
        'The HMAC-SHA256 of the concatenation of `client_id`, `org_id` and `timestamp`, in base64url, base64 or hexadecimal. The key is the client secret.',
    }),
  }),
  response: { ...tokenErrorAnswers, 200: BotTokenAnswer },
});
