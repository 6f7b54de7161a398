import type { MediaSource, VideoLayer } from '@ringbinder/protocol';
import type { OfferedTrack } from '../messages.ts';
import type { Publication } from './publication.ts';
import type { Slot, Viewer } from './viewer.ts';

export interface Subscription {
  publication: Publication;
  slot: Slot;
  /** SSRC that is forwarded from its next key frame on, or null. */
  pending: number | null;
  pendingSince: number;
}

export const UPGRADE_DELAY_MS = 6_000;

export interface Participant {
  id: string;
  viewer: Viewer | undefined;
  viewerCount: number;
  subscriptions: Map<Publication, Subscription>;
  free: Slot[];
  view: Map<string, VideoLayer> | undefined;
  muted: Set<MediaSource>;
  maxLayerRank: number;
  loss: { since: number; isBad: boolean };
  /** Milliseconds without loss before a larger layer is tried. */
  upgradeDelayMs: number;
  upgradedAt: number;
}

/** The network is unknown, so the largest layer is tried first. */
export function newParticipant(id: string, now: number): Participant {
  return {
    id,
    viewer: undefined,
    viewerCount: 0,
    subscriptions: new Map(),
    free: [],
    view: undefined,
    muted: new Set(),
    maxLayerRank: 2,
    loss: { since: now, isBad: false },
    upgradeDelayMs: UPGRADE_DELAY_MS,
    upgradedAt: Number.NEGATIVE_INFINITY,
  };
}

export function tracksOf(participant: Participant): OfferedTrack[] {
  return [...participant.subscriptions.values()].map(({ slot, publication }) => ({
    mid: slot.mid,
    participant: publication.participant,
    source: publication.source,
  }));
}
