import type { MeetServerFrame } from '@ringbinder/protocol';
import type { MediaOptions, MediaTransport } from './media.ts';

const RETRY_MS = 3_000;

/** Loads what speaks to LiveKit, which is three times as large as all else of a meet, when a meet is there. */
export interface LivekitLoader {
  /** Whether media goes to LiveKit by now. */
  readonly isUsed: boolean;
  /** Media goes another way again. */
  release(): void;
  receive(frame: Extract<MeetServerFrame, { type: 'livekit' }>): void;
}

/** @param on is told of the transport once, and each time that it could not be loaded or the frame is of no use any more */
export function createLivekitLoader(
  options: MediaOptions,
  on: { use(media: MediaTransport): void; failed(): void },
): LivekitLoader {
  let latest: Parameters<LivekitLoader['receive']>[0] | undefined;
  let isUsed = false;
  return {
    get isUsed() {
      return isUsed;
    },
    release() {
      isUsed = false;
    },
    receive(frame) {
      const isLoading = latest !== undefined;
      latest = frame;
      if (isLoading) return;
      import('./livekit/livekit-media.ts').then(
        ({ createLivekitMedia }) => {
          isUsed = true;
          const media = createLivekitMedia(options);
          on.use(media);
          if (latest) media.receive(latest);
          latest = undefined;
        },
        () => {
          // A network that was away: the token is old by the time it is back.
          latest = undefined;
          setTimeout(on.failed, RETRY_MS);
        },
      );
    },
  };
}
