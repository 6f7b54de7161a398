import type { MediaSource } from '@ringbinder/protocol';
import { LocalAudioTrack, type LocalParticipant, type LocalTrack, LocalVideoTrack } from 'livekit-client';
import type { MediaOptions, OutgoingSource } from '../media.ts';
import { livekitSources, publishOptionsOf } from './sources.ts';

interface Published {
  /** LiveKit receives a clone, which it may mute and stop. */
  original: MediaStreamTrack;
  track: LocalAudioTrack | LocalVideoTrack;
}

export interface LocalTracks {
  sync(): Promise<void>;
  forget(): void;
  reports(): Promise<{ source: MediaSource; report: RTCStatsReport | undefined }[]>;
}

export function createLocalTracks(
  { outgoing, send }: MediaOptions,
  participant: () => LocalParticipant | undefined,
): LocalTracks {
  const published = new Map<MediaSource, Published>();
  let work: Promise<void> = Promise.resolve();

  function copyOf({ source, track }: OutgoingSource): MediaStreamTrack {
    const copy = track.clone();
    if (source === 'screen' && copy.contentHint === '') copy.contentHint = 'detail';
    return copy;
  }

  async function publish(own: OutgoingSource, self: LocalParticipant): Promise<void> {
    const { source, track: original, isMuted } = own;
    const copy = copyOf(own);
    const track =
      copy.kind === 'audio'
        ? new LocalAudioTrack(copy, undefined, true)
        : new LocalVideoTrack(copy, undefined, true);
    try {
      // Mute before publishing, so that nobody hears a muted source.
      if (isMuted) await track.mute();
      await self.publishTrack(track as LocalTrack, publishOptionsOf(source));
      published.set(source, { original, track });
      own.sent.resolve();
    } catch (error) {
      track.stop();
      own.sent.reject(error);
    }
  }

  async function withdraw(source: MediaSource, self: LocalParticipant): Promise<void> {
    const before = published.get(source);
    if (before === undefined) return;
    published.delete(source);
    await self.unpublishTrack(before.track as LocalTrack, true);
  }

  async function adjust(own: OutgoingSource, self: LocalParticipant): Promise<boolean> {
    const { source, isMuted } = own;
    const before = published.get(source);
    const isPublished = self.getTrackPublication(livekitSources[source].source) !== undefined;
    if (before && !isPublished) {
      // A host stopped the source, so LiveKit removed the track.
      published.delete(source);
      before.track.stop();
    }
    if (!before || !isPublished) {
      if (isMuted && before) return true;
      if (!mayPublish(self, source)) return false;
      await publish(own, self);
      return true;
    }
    if (before.original !== own.track) {
      const replaced = before.track.mediaStreamTrack;
      await before.track.replaceTrack(copyOf(own), true);
      before.original = own.track;
      replaced.stop();
    }
    if (before.track.isMuted !== isMuted) await (isMuted ? before.track.mute() : before.track.unmute());
    return false;
  }

  async function syncNow(): Promise<void> {
    const self = participant();
    if (self === undefined) return;
    let hasChanged = false;
    for (const source of [...published.keys()]) {
      if (outgoing.has(source)) continue;
      await withdraw(source, self);
      hasChanged = true;
    }
    for (const own of [...outgoing.values()]) hasChanged = (await adjust(own, self)) || hasChanged;
    if (hasChanged) send({ type: 'changed' });
  }

  return {
    sync() {
      work = work.then(syncNow).catch(() => undefined);
      return work;
    },
    forget() {
      for (const { track } of published.values()) track.stop();
      published.clear();
    },
    reports: () =>
      Promise.all(
        [...published].map(async ([source, { track }]) => ({
          source,
          report: await track.getRTCStatsReport(),
        })),
      ),
  };
}

/** An empty `canPublishSources` allows all sources. */
function mayPublish({ permissions }: LocalParticipant, source: MediaSource): boolean {
  if (permissions === undefined) return false;
  const { canPublish, canPublishSources: sources } = permissions;
  return canPublish && (sources.length === 0 || sources.includes(livekitSources[source].number));
}
