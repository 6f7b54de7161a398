import { closeCodes } from '@ringbinder/protocol';
import { ApiError, invalid, invalidToken } from '../../errors.ts';

export function closeFor(error: unknown): { code: number; reason: string } {
  if (!(error instanceof ApiError) || error.status >= 500)
    return { code: closeCodes.scheduleRetry, reason: 'unavailable: retry later' };
  return { code: codeOf(error), reason: error.message };
}

function codeOf({ status }: ApiError): number {
  if (status === 401) return closeCodes.invalidToken;
  return status === 429 ? closeCodes.tooMany : closeCodes.badFrame;
}

export function tokenEnded(): ApiError {
  return invalidToken('the access token is no longer valid: send another one');
}

export function unexpectedFrame(type: string): ApiError {
  return invalid('type', `must not be ${type} now: the first frame, and no other, must be hello`);
}
