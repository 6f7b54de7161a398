export { abortOnDisconnect } from './abort-on-disconnect.ts';
export { acceptsGzip } from './accepts-gzip.ts';
export { addressKey } from './address.ts';
export { admitCalls } from './admission.ts';
export {
  type CallerWatch,
  callerOf,
  TOKEN_GRACE_MS,
  type TokenDirectory,
  watchCaller,
} from './bearer.ts';
export { binderCall } from './binder-call.ts';
export { createBodyCheck, createValueCheck } from './body-check.ts';
export { byteAnswers, type SentFile, sendBytes, sendFile } from './bytes.ts';
export { type ConcurrencyLimit, createConcurrencyLimit } from './concurrency-limit.ts';
export { drainRequest } from './drain-request.ts';
export { answerErrors, answerUnroutable, asApiError } from './error-handler.ts';
export { logFailure } from './error-log.ts';
export { requireFileName } from './file-name.ts';
export { receiveForm } from './form.ts';
export { MAX_FORM_FIELDS, readForm, readFormText } from './form-fields.ts';
export { type Dependency, measureDependencies, serveHealth } from './health.ts';
export { deleteExpiredAnswers, idempotent, idempotentWithoutData, replaceAnswer } from './idempotency.ts';
export { guardInput } from './ignored-fields.ts';
export { limitBodiesWithoutToken, parseJsonPart, readJsonBodies } from './json-body.ts';
export { createCallLimit } from './limits.ts';
export { logRequests, newRequestId } from './logging.ts';
export { longPoll } from './long-poll.ts';
export { answerMalformedHttp } from './malformed.ts';
export {
  createMetrics,
  type GaugeValue,
  type Metrics,
  serveMetrics,
  singleFlight,
  withTimeout,
} from './metrics.ts';
export { describeApi } from './openapi.ts';
export { emptySuccess, errorAnswers, operation, success, successOf } from './operation.ts';
export { removeOperatorCors } from './operator-paths.ts';
export { refuseOverload } from './overload.ts';
export {
  AsOf,
  Cursor,
  Limit,
  MAX_LIST_LIMIT,
  NextCursor,
  readCursor,
  slicePage,
  writeCursor,
} from './paging.ts';
export { answerUnusualRequests } from './raw-http-edge-cases.ts';
export type { ReceivedFile } from './received-part.ts';
export { createRefusalLog } from './refusal-log.ts';
export { isStorableText, requireStorableJson } from './reject-nul-bytes.ts';
export { canonicalUrl } from './rewrite-url.ts';
export { compileSerializer } from './serialization.ts';
export type { RenderedPage } from './service-unavailable.ts';
export { readSignedId, signedId } from './signed-id.ts';
export { streamedBody } from './streamed-body.ts';
export { traceRequests } from './tracing.ts';
export { refuseMissingIds } from './trailing-slash.ts';
export { requireTransportSecurity } from './transport-security.ts';
export type { App } from './types.ts';
export { rejectUnsupportedMediaTypes } from './unsupported-media-types.ts';
export { receiveFile, receiveOptionalFile } from './upload.ts';
export { compileValidator, describeInvalid } from './validation.ts';
export { createWebSockets, type UpgradeRequest, type WebSockets } from './web-sockets.ts';
