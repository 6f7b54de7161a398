import type { MediaSource, VideoLayer } from '@ringbinder/protocol';
import { type Participant, UPGRADE_DELAY_MS } from './participant.ts';
import type { Publication } from './publication.ts';

const HIGH_LOSS = 0.08;
const SEVERE_LOSS = 0.25;
const LOW_LOSS = 0.02;
const DOWNGRADE_DELAY_MS = 1_500;
/** After loss within this time, the delay before the next larger layer doubles. */
const TRIAL_MS = 10_000;
const MAX_UPGRADE_DELAY_MS = 60_000;

const layerRank: Record<VideoLayer, number> = { none: -1, low: 0, medium: 1, high: 2 };

export function keyOf(participant: string, source: MediaSource): string {
  return `${participant} ${source}`;
}

export function createLayerChoice(participants: ReadonlyMap<string, Participant>, clock: () => number) {
  function onPacketLoss(participant: Participant, share: number): void {
    const now = clock();
    const isBad = share > HIGH_LOSS;
    const isGood = share < LOW_LOSS;
    const { loss } = participant;
    // The branch below lowers rank 1 to 0. Otherwise, each rank would take 1.5 s, in which audio is lost.
    if (share > SEVERE_LOSS && participant.maxLayerRank > 0) {
      participant.maxLayerRank = 1;
      loss.since = Number.NEGATIVE_INFINITY;
      loss.isBad = true;
    }
    if (!isBad && !isGood) loss.since = now;
    else if (loss.isBad !== isBad) participant.loss = { since: now, isBad };
    else if (isBad && now - loss.since > DOWNGRADE_DELAY_MS && participant.maxLayerRank > 0) {
      participant.maxLayerRank--;
      const hasFailed = now - participant.upgradedAt < TRIAL_MS;
      participant.upgradeDelayMs = hasFailed
        ? Math.min(MAX_UPGRADE_DELAY_MS, participant.upgradeDelayMs * 2)
        : UPGRADE_DELAY_MS;
      loss.since = now;
    } else if (isGood && now - loss.since > participant.upgradeDelayMs && participant.maxLayerRank < 2) {
      participant.maxLayerRank++;
      participant.upgradedAt = now;
      loss.since = now;
    }
  }

  function requestedStream(participant: Participant, publication: Publication, now: number): number | null {
    if (participants.get(publication.participant)?.muted.has(publication.source)) return null;
    const layers = publication.layers(now);
    if (publication.kind === 'audio') return layers[0] ?? null;
    const requestedLayer =
      participant.view === undefined
        ? 'medium'
        : (participant.view.get(keyOf(publication.participant, publication.source)) ?? 'none');
    const rank = Math.min(layerRank[requestedLayer], participant.maxLayerRank);
    if (rank < 0) return null;
    return layers[Math.min(rank, layers.length - 1)] ?? null;
  }

  function selectLayers(participant: Participant, now: number): void {
    for (const subscription of participant.subscriptions.values()) {
      const { slot, publication } = subscription;
      if (!slot.isAgreed || publication.kind === 'audio') continue;
      const stream = requestedStream(participant, publication, now);
      const { current } = slot.downstream;
      if (stream === null) {
        subscription.pending = null;
        slot.downstream.stop();
      } else if (stream === current) subscription.pending = null;
      else if (stream !== subscription.pending) {
        subscription.pending = stream;
        subscription.pendingSince = now;
        publication.requestKeyFrame(stream);
      } else if (now - subscription.pendingSince > 1_000) {
        subscription.pendingSince = now;
        publication.requestKeyFrame(stream);
      }
    }
  }

  return { onPacketLoss, selectLayers };
}
