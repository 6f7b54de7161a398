export const responseCodes = {
  RESPONSE_SUCCESS: { status: 200, meaning: 'Request successful' },
  RESPONSE_ERROR_INVALID_REQUEST: {
    status: 400,
    meaning: 'Endpoint does not exist or parameters invalid; retrying unchanged will not work',
  },
  RESPONSE_ERROR_INVALID_TOKEN: {
    status: 401,
    meaning: 'Authorization header invalid; re-authenticate the user',
  },
  RESPONSE_ERROR_PERMISSION: {
    status: 403,
    meaning: 'No access to perform the request; retrying will not work',
  },
  RESPONSE_ERROR_NOT_FOUND: { status: 404, meaning: 'The requested thing does not exist' },
  RESPONSE_ERROR_CONFLICT: { status: 409, meaning: 'Conflict in the request' },
  RESPONSE_ERROR_PRECONDITION_FAILED: { status: 412, meaning: 'Precondition failed' },
  RESPONSE_ERROR_EXCEED_LIMIT: { status: 413, meaning: 'Request entity too large' },
  RESPONSE_ERROR_TOO_MANY_REQUESTS: { status: 429, meaning: 'Rate limit exceeded' },
  RESPONSE_ERROR_FAILED: { status: 500, meaning: 'Server-side failure' },
  RESPONSE_ERROR_SERVICE_UNAVAILABLE: { status: 503, meaning: 'Service unavailable' },
} as const;

export type ResponseCode = keyof typeof responseCodes;

export type ErrorCode = Exclude<ResponseCode, 'RESPONSE_SUCCESS'>;

export const errorCodes = Object.keys(responseCodes).filter(
  (code) => code !== 'RESPONSE_SUCCESS',
) as ErrorCode[];
