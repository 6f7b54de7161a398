/** Queue full, engine closed, or no worker starts. */
export class MediaBusy extends Error {
  override readonly name = 'MediaBusy';
}

export class MediaTimeout extends Error {
  override readonly name = 'MediaTimeout';
}

/** Damaged, of another type, without the page, or a crash of the worker. */
export class MediaUnreadable extends Error {
  override readonly name = 'MediaUnreadable';
}
