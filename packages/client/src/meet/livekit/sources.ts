import type { MediaSource } from '@ringbinder/protocol';
import { Track, type TrackPublishOptions, VideoPresets } from 'livekit-client';

export const livekitSources = {
  camera: { source: Track.Source.Camera, number: 1 },
  microphone: { source: Track.Source.Microphone, number: 2 },
  screen: { source: Track.Source.ScreenShare, number: 3 },
  screen_audio: { source: Track.Source.ScreenShareAudio, number: 4 },
} as const satisfies Record<MediaSource, { source: Track.Source; number: number }>;

export function sourceOf(source: Track.Source): MediaSource | undefined {
  return (Object.keys(livekitSources) as MediaSource[]).find(
    (each) => livekitSources[each].source === source,
  );
}

const publishing: Record<MediaSource, TrackPublishOptions> = {
  camera: {
    simulcast: true,
    videoCodec: 'vp8',
    backupCodec: false,
    videoEncoding: { maxBitrate: 1_700_000, maxFramerate: 30 },
    videoSimulcastLayers: [VideoPresets.h180, VideoPresets.h360],
  },
  screen: {
    simulcast: false,
    videoCodec: 'vp8',
    backupCodec: false,
    screenShareEncoding: { maxBitrate: 2_500_000, maxFramerate: 20 },
  },
  microphone: { audioPreset: { maxBitrate: 40_000 }, red: false },
  screen_audio: { audioPreset: { maxBitrate: 96_000 }, dtx: false, red: false },
};

export function publishOptionsOf(source: MediaSource): TrackPublishOptions {
  return { ...publishing[source], source: livekitSources[source].source, name: source };
}
