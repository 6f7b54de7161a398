import Type from 'typebox';
import { errorAnswers, operation, successOf } from '../../http/index.ts';
import { rfcErrorsOf } from './token-error.ts';

const TokenAnswer = Type.Object(
  {
    access_token: Type.String(),
    token_type: Type.Literal('bearer'),
    expires_in: Type.Integer({ description: 'Seconds.' }),
    scope: Type.String({ description: 'Words separated by spaces: `read write`.' }),
    refresh_token: Type.Optional(Type.String({ description: 'Valid for 30 days from now.' })),
  },
  { description: 'The tokens.' },
);

const tokenErrorAnswers = errorAnswers((code) => ({
  error: Type.Enum(rfcErrorsOf(code), { description: 'An error code of RFC 6749.' }),
  error_description: Type.String({
    description: 'The message, limited to the characters that RFC 6749 allows.',
  }),
}));

const field = (description: string) => Type.Optional(Type.String({ description }));

export const tokenOperation = operation('Authentication', 'getToken', {
  summary: 'Get an access token',
  description:
    'Grants: `authorization_code`, `refresh_token`, unique identifier (`http://www.service.com/auth_uniqueid`) and SAML bearer (`urn:ietf:params:oauth:grant-type:saml2-bearer`). Parameters are read from the form and the query; a parameter that is given twice is rejected. You can send the client’s id and secret in a Basic Authorization header instead.',
  auth: 'none',
  consumes: ['application/x-www-form-urlencoded'],
  body: Type.Object({
    client_id: field('Required, here or in a Basic Authorization header.'),
    client_secret: field('Required, here or in a Basic Authorization header.'),
    grant_type: Type.String(),
    uniqueid: field('Unique identifier: the user’s id in the caller’s own user system.'),
    timestamp: field('Unique identifier: current UTC time in milliseconds, at most 5 minutes off.'),
    firstname: field('Unique identifier.'),
    lastname: field('Unique identifier.'),
    orgid: field(
      'Unique identifier: the user’s org, if each customer has one. SAML bearer: the org whose provider signed.',
    ),
    partnerid: field('SAML bearer: the partner whose provider signed; instead of orgid.'),
    idpid: field('SAML bearer: entity id of the identity provider.'),
    assertion: field('SAML bearer: the signed assertion as base64 or base64url, at most 64 KiB.'),
    pictureurl: field('Unique identifier: address of the user’s picture.'),
    timezone: field('Unique identifier: name of the tz database.'),
    plancode: field('Unique identifier: plan of the org.'),
    language: field('Unique identifier: language of the user; default en.'),
    org_unit: field('Unique identifier: hierarchy of units, separated by commas.'),
    code: field('Authorization code.'),
    redirect_uri: field('Authorization code: required if it was sent to oauth/authorize.'),
    code_verifier: field('Authorization code: the PKCE verifier, if a challenge was sent.'),
    refresh_token: field('Refresh.'),
    scope: field('`read`, or `read write` (default: everything that the client may have).'),
  }),
  response: { ...tokenErrorAnswers, 200: TokenAnswer },
});

export const revokeOperation = operation('Authentication', 'revokeToken', {
  summary: 'Revoke a token',
  description:
    'Either `access_token`, by anybody who has it, or `token` with the client’s id and secret (RFC 7009): an access or a refresh token of that client. A refresh token ends the whole authorization. The response is the same for a token that is unknown, belongs to another client, or was revoked before.',
  auth: 'none',
  consumes: ['application/x-www-form-urlencoded'],
  body: Type.Object({
    access_token: field('The access token to revoke.'),
    token: field('RFC 7009: an access or a refresh token of the client; instead of access_token.'),
    token_type_hint: field('RFC 7009: not needed.'),
    client_id: field('With token.'),
    client_secret: field('With token.'),
  }),
  response: { ...tokenErrorAnswers, 200: successOf() },
});

const BotTokenAnswer = Type.Object(
  {
    ...Type.Omit(TokenAnswer, ['refresh_token']).properties,
    expires_in: Type.Union([Type.Integer(), Type.String()], {
      description: 'Seconds; as text, if the bot app is configured so.',
    }),
  },
  { description: 'The token.' },
);

export const botTokenOperation = operation('Authentication', 'getBotToken', {
  summary: 'Get an access token for a bot',
  description:
    'Signed with the bot’s client secret. Anyone who sees a request can repeat it for 5 minutes, so use https.',
  auth: 'none',
  querystring: Type.Object({
    client_id: Type.String({ description: 'Of the bot app.' }),
    org_id: Type.String({ description: 'The org in which the bot app is enabled.' }),
    timestamp: Type.String({
      description: 'Current UTC time in milliseconds, 13 digits, at most 5 minutes off.',
    }),
    signature: Type.String({
      description:
        'HMAC-SHA256 of client_id + org_id + timestamp, keyed with the client secret; as base64url, base64 or hex.',
    }),
  }),
  response: { ...tokenErrorAnswers, 200: BotTokenAnswer },
});
