import { errorCodes, responseCodes } from '@ringbinder/protocol';
import Type from 'typebox';
import { operation, successOf } from '../../http/index.ts';

const TokenAnswer = Type.Object({
  access_token: Type.String(),
  token_type: Type.Literal('bearer'),
  expires_in: Type.Integer({ description: 'Seconds.' }),
  scope: Type.String({ description: 'Words separated by spaces: `read write`.' }),
  refresh_token: Type.Optional(Type.String({ description: 'Good for 30 days from now.' })),
});

const TokenErrorBody = Type.Object(
  {
    error: Type.String({ description: 'An error code of RFC 6749, section 5.2.' }),
    error_description: Type.String(),
    code: Type.Enum(errorCodes),
    message: Type.String(),
    request_id: Type.String(),
  },
  { description: 'The token call was refused.' },
);

const errorAnswers = Object.fromEntries(
  errorCodes.map((code) => [responseCodes[code].status, TokenErrorBody]),
);

const field = (description: string) => Type.Optional(Type.String({ description }));

/** The token endpoint: form fields, or the same in the query. */
export const tokenOperation = operation({
  id: 'getToken',
  summary: 'Get an access token',
  description:
    'Grants: unique identifier (`http://www.service.com/auth_uniqueid`) and `refresh_token`. Parameters are read from the form and from the query; one given twice is refused.',
  tag: 'Authentication',
  auth: 'none',
  consumes: ['application/x-www-form-urlencoded'],
  body: Type.Object({
    client_id: Type.String(),
    client_secret: Type.String(),
    grant_type: Type.String(),
    uniqueid: field('Unique identifier: the user’s id in the caller’s own user system.'),
    timestamp: field('Unique identifier: current UTC time in milliseconds, at most 5 minutes off.'),
    firstname: field('Unique identifier.'),
    lastname: field('Unique identifier.'),
    orgid: field('Unique identifier: the user’s org, where each customer has one.'),
    pictureurl: field('Unique identifier: address of the user’s picture.'),
    timezone: field('Unique identifier: name of the tz database.'),
    plancode: field('Unique identifier: plan of the org.'),
    language: field('Unique identifier: language of the user; default en.'),
    org_unit: field('Unique identifier: hierarchy of units, separated by commas.'),
    refresh_token: field('Refresh.'),
    scope: field('`read`, or `read write` (default: all that the client may have).'),
  }),
  response: { ...errorAnswers, 200: TokenAnswer },
});

/** Revokes one access token. */
export const revokeOperation = operation({
  id: 'revokeToken',
  summary: 'Revoke an access token',
  description: 'Answers the same for a token that is unknown or was revoked before.',
  tag: 'Authentication',
  auth: 'none',
  consumes: ['application/x-www-form-urlencoded'],
  body: Type.Object({ access_token: Type.String() }),
  response: { ...errorAnswers, 200: successOf() },
});
