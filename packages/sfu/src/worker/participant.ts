import type { MediaSource, VideoLayer } from '@ringbinder/protocol';
import type { OfferedTrack } from '../messages.ts';
import type { Publication } from './publication.ts';
import type { Slot, Viewer } from './viewer.ts';

export interface Subscription {
  publication: Publication;
  slot: Slot;
  /** The stream that is waited for until a key frame of it comes. */
  pending: number | null;
  pendingSince: number;
}

/** A larger layer is tried after so long without loss. */
export const UP_AFTER_MS = 6_000;

export interface Participant {
  id: string;
  viewer: Viewer | undefined;
  viewerCount: number;
  subscriptions: Map<Publication, Subscription>;
  /** Sections whose source has ended. */
  free: Slot[];
  /** What is seen; undefined until it was said: everything then. */
  view: Map<string, VideoLayer> | undefined;
  muted: Set<MediaSource>;
  /** The largest layer that the network of the viewer bears. */
  bears: number;
  loss: { since: number; isBad: boolean };
  /** After how long without loss a larger layer is tried, and when one was tried last. */
  upAfterMs: number;
  triedAt: number;
}

/** Somebody who has just come: nothing is known of the network, so that all is tried. */
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

/** Which section of a viewer's connection carries what. */
export function tracksOf(participant: Participant): OfferedTrack[] {
  return [...participant.subscriptions.values()].map(({ slot, publication }) => ({
    mid: slot.mid,
    participant: publication.participant,
    source: publication.source,
  }));
}
