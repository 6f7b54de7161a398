import nodeDataChannel, { type Audio, type Track, type Video } from 'node-datachannel';

/** What a publisher sends. */
export type SentSource = 'camera' | 'microphone';

/** A track of the publisher, and what its packets are called. */
export interface SentTrack {
  track: Track;
  payloadType: number;
  ssrc: number;
}

/** An SFU as driven by the load generator: one room, one publisher, many subscribers. */
export interface Sfu {
  /** Starts it in a process of its own and returns its id. */
  start(): Promise<number>;
  /** Publishes a camera and a microphone. Resolves when the unit has both. */
  publish(): Promise<Record<SentSource, SentTrack>>;
  /** Has one more subscriber receive both: `onTrack` is called with its tracks. */
  subscribe(subscriber: string): void;
  /** Ends a subscriber. */
  unsubscribe(subscriber: string): void;
  stop(): Promise<void>;
}

/** Called with each track that a subscriber is sent. */
export type OnTrack = (subscriber: string, track: Track) => void;

const NAMES = { camera: { payloadType: 96, ssrc: 11 }, microphone: { payloadType: 111, ssrc: 12 } } as const;

/** The description of a source that is sent: VP8 or opus with one SSRC. */
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
