import type { MeetServerFrame } from '@ringbinder/protocol';
import type { MediaOptions, MediaTransport } from './media.ts';

const RETRY_MS = 3_000;

/** Loads the LiveKit client on demand, since it is three times as large as the rest of the meet code. */
export interface LivekitLoader {
  /** Whether LiveKit carries the media. */
  readonly isUsed: boolean;
  /** Another transport takes over. */
  release(): void;
  receive(frame: Extract<MeetServerFrame, { type: 'livekit' }>): void;
}

/** @param on receives the transport once, and each failure to load it or to use the frame */
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
          // After a network outage the token has expired.
          latest = undefined;
          setTimeout(on.failed, RETRY_MS);
        },
      );
    },
  };
}
