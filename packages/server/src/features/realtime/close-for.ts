import { closeCodes } from '@ringbinder/protocol';
import { ApiError, invalid, invalidToken } from '../../errors.ts';

/** How a connection is closed for an error. A failure of ours tells nothing of its inside. */
export function closeFor(error: unknown): { code: number; reason: string } {
  if (!(error instanceof ApiError) || error.status >= 500)
    return { code: closeCodes.tryAgain, reason: 'not now: come back later' };
  return { code: codeOf(error), reason: error.message };
}

function codeOf({ status }: ApiError): number {
  if (status === 401) return closeCodes.invalidToken;
  return status === 429 ? closeCodes.tooMany : closeCodes.badFrame;
}

/** What is refused while no token counts. */
export function tokenEnded(): ApiError {
  return invalidToken('the access token no longer counts: send another one');
}

/** A frame that may not come at this moment. */
export function unexpectedFrame(type: string): ApiError {
  return invalid('type', `must not be ${type} at this moment: the first frame is hello, and the only one`);
}
