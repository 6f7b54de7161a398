import nodeDataChannel, { type Audio, type Track, type Video } from 'node-datachannel';

export type SentSource = 'camera' | 'microphone';

export interface SentTrack {
  track: Track;
  payloadType: number;
  ssrc: number;
}

export interface Sfu {
  start(): Promise<number>;
  publish(): Promise<Record<SentSource, SentTrack>>;
  subscribe(subscriber: string): void;
  unsubscribe(subscriber: string): void;
  stop(): Promise<void>;
}

export type OnTrack = (subscriber: string, track: Track) => void;

const NAMES = { camera: { payloadType: 96, ssrc: 11 }, microphone: { payloadType: 111, ssrc: 12 } } as const;

export function describeSource(
  source: SentSource,
  mid: string,
): { media: Audio | Video } & Omit<SentTrack, 'track'> {
  const { payloadType, ssrc } = NAMES[source];
  const media =
    source === 'camera'
      ? new nodeDataChannel.Video(mid, 'SendOnly')
      : new nodeDataChannel.Audio(mid, 'SendOnly');
  if ('addVP8Codec' in media) media.addVP8Codec(payloadType);
  else media.addOpusCodec(payloadType);
  media.addSSRC(ssrc, 'c', 's', `t${ssrc}`);
  return { media, payloadType, ssrc };
}
