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
  /** Called after each join. Publishes all sources again, unless the meet uses LiveKit. */
  welcomed(frame: Extract<MeetServerFrame, { type: 'welcome' }>): void;
  /** Returns false if the transport does not handle the frame. */
  receive(frame: MeetServerFrame): boolean;
  publish(outgoing: OutgoingSource): Promise<void> | void;
  unpublish(source: MediaSource): void;
  muteChanged(outgoing: OutgoingSource): void;
  setView(pictures: readonly ViewedPicture[]): void;
  /** Called when the server has closed all media connections. A `welcome` follows. */
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
  /** Called only if the channel does not report speakers. */
  onSpeakers(activeId: string | null, levels: ReadonlyMap<string, number>): void;
}
