import type { MeetServerFrame } from '@ringbinder/protocol';
import type { MediaOptions, MediaTransport } from './media.ts';

const FAILURE_DELAY_MS = 3_000;

/** Loads the LiveKit code at the first `livekit` frame, because the code is large. */
export interface LivekitLoader {
  readonly isUsed: boolean;
  release(): void;
  receive(frame: Extract<MeetServerFrame, { type: 'livekit' }>): void;
}

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
      import('./livekit/livekit-media.ts')
        .then(({ createLivekitMedia }) => {
          const media = createLivekitMedia(options);
          on.use(media);
          isUsed = true;
          if (latest) media.receive(latest);
          latest = undefined;
        })
        .catch(() => {
          // Discard the frame, because its token may expire before the next attempt.
          latest = undefined;
          setTimeout(on.failed, FAILURE_DELAY_MS);
        });
    },
  };
}
