import type { MediaSource, MeetClientFrame, MeetServerFrame } from '@ringbinder/protocol';
import type { MeetQuality, QualityLevel, ViewedPicture } from './types.ts';

export interface OutgoingSource {
  readonly source: MediaSource;
  track: MediaStreamTrack;
  isMuted: boolean;
  /** Rejects if the server will never receive the source. */
  readonly sent: PromiseWithResolvers<void>;
}

export interface IncomingSource {
  participantId: string;
  source: MediaSource;
  track: MediaStreamTrack;
}

export interface MediaTransport {
  readonly incoming: readonly IncomingSource[];
  welcomed(frame: Extract<MeetServerFrame, { type: 'welcome' }>): void;
  receive(frame: MeetServerFrame): boolean;
  publish(outgoing: OutgoingSource): Promise<void> | void;
  unpublish(source: MediaSource): void;
  muteChanged(outgoing: OutgoingSource): void;
  setView(pictures: readonly ViewedPicture[]): void;
  interrupted(): void;
  qualityOf(participantId: string): QualityLevel | undefined;
  measure(): Promise<MeetQuality>;
  close(): void;
}

export interface MediaOptions {
  outgoing: ReadonlyMap<MediaSource, OutgoingSource>;
  send(frame: MeetClientFrame): void;
  nextId(): number;
  onTracks(): void;
  onInterrupted(): void;
  onSpeakers(activeId: string | null, levels: ReadonlyMap<string, number>): void;
}
