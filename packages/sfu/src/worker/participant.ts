import type { MediaSource, VideoLayer } from '@ringbinder/protocol';
import type { OfferedTrack } from '../messages.ts';
import type { Publication } from './publication.ts';
import type { Slot, Viewer } from './viewer.ts';

export interface Subscription {
  publication: Publication;
  slot: Slot;
  /** SSRC of the stream to switch to at its next key frame; null for none. */
  pending: number | null;
  pendingSince: number;
}

/** Time without loss after which a larger layer is tried. */
export const UP_AFTER_MS = 6_000;

export interface Participant {
  id: string;
  viewer: Viewer | undefined;
  viewerCount: number;
  subscriptions: Map<Publication, Subscription>;
  /** Media sections whose source has ended. */
  free: Slot[];
  /** Requested layers; undefined until the client's first `view`, which means all sources in the middle layer. */
  view: Map<string, VideoLayer> | undefined;
  muted: Set<MediaSource>;
  /** Rank of the largest layer that the viewer's network can carry. */
  bears: number;
  loss: { since: number; isBad: boolean };
  /** Current time without loss until a larger layer is tried, and the time of the last try. */
  upAfterMs: number;
  triedAt: number;
}

/** Creates a participant. The network is still unknown, so it starts with the largest layer. */
export function newParticipant(id: string, now: number): Participant {
  return {
    id,
    viewer: undefined,
    viewerCount: 0,
    subscriptions: new Map(),
    free: [],
    view: undefined,
    muted: new Set(),
    bears: 2,
    loss: { since: now, isBad: false },
    upAfterMs: UP_AFTER_MS,
    triedAt: Number.NEGATIVE_INFINITY,
  };
}

export function tracksOf(participant: Participant): OfferedTrack[] {
  return [...participant.subscriptions.values()].map(({ slot, publication }) => ({
    mid: slot.mid,
    participant: publication.participant,
    source: publication.source,
  }));
}
