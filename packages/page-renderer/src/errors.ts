/** The media engine takes no more work at the moment: its queue is full, it is closed, or no worker starts. */
export class MediaBusy extends Error {
  override readonly name = 'MediaBusy';
}

/** A job took longer than the engine allows; the worker that did it has been killed. */
export class MediaTimeout extends Error {
  override readonly name = 'MediaTimeout';
}

/** The file cannot be rendered or taken apart: damaged, of another type, without that page, or it broke the worker. */
export class MediaUnreadable extends Error {
  override readonly name = 'MediaUnreadable';
}
