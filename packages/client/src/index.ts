export { type ClientOptions, createClient, type RingbinderClient, unwrap } from './client.ts';
export type { ConnectionState, OfflineReason } from './connection/connection-state.ts';
export type { OpenSocket, SocketLike } from './connection/socket.ts';
export { type Because, errorOf, type FieldError, RingbinderError } from './errors.ts';
export { followFeed, type LogEntry } from './feed.ts';
export type { components, operations, paths } from './generated/api.ts';
export { listAll } from './listing.ts';
export type { BinderList } from './realtime/binder-list.ts';
export type { MessageWindow } from './realtime/message-window.ts';
export {
  type EphemeralEvent,
  type EphemeralInput,
  type ReadMarksEvent,
  type Realtime,
  type RealtimeOptions,
  realtime,
} from './realtime/realtime.ts';
export type { Replica } from './realtime/replica.ts';
export type { ReplicaChange, ReplicaStatus } from './realtime/replica-events.ts';
export { foldChange, foldEntries } from './replica/fold.ts';
export { type Listed, withListed, withOlderMessages } from './replica/merge-rest-pages.ts';
export { drawOrder } from './replica/order.ts';
export { type BinderState, fromSnapshot, keepNewestMessages } from './replica/state.ts';
export { pauseForNetwork } from './resumable-upload/pause.ts';
export {
  UploadFailure,
  type UploadPosition,
  type UploadRequests,
  uploadRequests,
} from './resumable-upload/requests.ts';
export {
  endUpload,
  type ResumableUploadOptions,
  uploadResumable,
} from './resumable-upload/resumable-upload.ts';
export { sourceOf, type UploadSource } from './resumable-upload/source.ts';
export type { RetryOptions } from './retry.ts';
export { indexedDbStorage } from './storage/indexed-db.ts';
export { memoryStorage } from './storage/memory.ts';
export type { ReplicaStorage, StoredReplica } from './storage/storage.ts';
export { type AccessToken, getToken, tokenSource, type UniqueIdentifierGrant } from './token.ts';
export type { MessageToSend, OutboxItem, SendState } from './types.ts';
export {
  type ImportedBinder,
  importBinder,
  type PostedWithFile,
  postWithFile,
  type UploadedFile,
  type UploadOptions,
  uploadFile,
} from './upload.ts';
