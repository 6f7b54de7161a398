/** The queue is full, the engine is closed, or no worker starts. */
export class MediaBusy extends Error {
  override readonly name = 'MediaBusy';
}

export class MediaTimeout extends Error {
  override readonly name = 'MediaTimeout';
}

/** The file is damaged, has an unexpected type, lacks the requested page, or crashed the worker. */
export class MediaUnreadable extends Error {
  override readonly name = 'MediaUnreadable';
}
