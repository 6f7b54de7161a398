import type { MediaSource, MeetClientFrame, MeetServerFrame } from '@ringbinder/protocol';
import type { MeetQuality, QualityLevel, ViewedPicture } from './types.ts';

export interface OutgoingSource {
  readonly source: MediaSource;
  track: MediaStreamTrack;
  isMuted: boolean;
  /** Rejects if the source is never sent. */
  readonly sent: PromiseWithResolvers<void>;
}

export interface IncomingSource {
  participantId: string;
  source: MediaSource;
  track: MediaStreamTrack;
}

export interface MediaTransport {
  readonly incoming: readonly IncomingSource[];
  /** Publishes everything again after each join, unless `welcome` names LiveKit. */
  welcomed(frame: Extract<MeetServerFrame, { type: 'welcome' }>): void;
  /** False for frames of other parts. */
  receive(frame: MeetServerFrame): boolean;
  publish(outgoing: OutgoingSource): Promise<void> | void;
  unpublish(source: MediaSource): void;
  muteChanged(outgoing: OutgoingSource): void;
  setView(pictures: readonly ViewedPicture[]): void;
  /** The server will restore the media connection. */
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
  /** Only if the channel does not report them. */
  onSpeakers(activeId: string | null, levels: ReadonlyMap<string, number>): void;
}
