/** The engine accepts no jobs: its queue is full, it is closed, or no worker starts. */
export class MediaBusy extends Error {
  override readonly name = 'MediaBusy';
}

/** A job exceeded its time limit, so its worker was killed. */
export class MediaTimeout extends Error {
  override readonly name = 'MediaTimeout';
}

/** The file cannot be processed: it is damaged, has another type, lacks the page, or crashed the worker. */
export class MediaUnreadable extends Error {
  override readonly name = 'MediaUnreadable';
}
