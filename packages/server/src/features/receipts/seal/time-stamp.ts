import type { Environment } from '../../../environment/environment.ts';
import { because, unavailable, withDetails } from '../../../errors.ts';
import type { Outbound } from '../../../outbound/index.ts';
import { MAX_TIME_STAMP_BYTES, readTimeStamp, type TimeStamp, timeStampRequest } from './cms.ts';

const RETRY_SECONDS = 30;

/**
 * The function throws `unavailable` without a valid token, because people could otherwise archive a signature
 * without a time.
 */
export function timeStampServer({ config }: Environment, outbound: Outbound): TimeStamp | undefined {
  const { timeStampUrl: url } = config;
  if (url === '') return undefined;
  return async (digest) => {
    const { der, nonce } = timeStampRequest(digest);
    const outcome = await outbound.post({
      url,
      headers: { 'content-type': 'application/timestamp-query', accept: 'application/timestamp-reply' },
      body: der,
      // The operator chose the address, which may be private.
      allowsPrivate: true,
      maxBytes: MAX_TIME_STAMP_BYTES,
    });
    if (outcome.kind === 'failed') throw withoutTime(outcome.reason);
    if (outcome.status !== 200) throw withoutTime(`it responded with HTTP ${outcome.status}`);
    try {
      return await readTimeStamp(outcome.content, digest, nonce);
    } catch (error) {
      throw withoutTime('its answer is not valid', error);
    }
  };
}

function withoutTime(reason: string, cause?: unknown) {
  const message = `the time-stamp server did not confirm the signature (${reason}): try again, or get the receipt as HTML`;
  return unavailable(withDetails(because('receipt_no_time'), message), RETRY_SECONDS, cause);
}
