import type { MediaSource, MeetClientFrame, MeetServerFrame, Participant } from '@ringbinder/protocol';
import type { RingbinderClient } from '../client.ts';
import { type Because, RingbinderError } from '../errors.ts';
import { createListeners } from '../listeners.ts';
import { openChannel } from './channel.ts';
import { createEmbeddedMedia } from './embedded-media.ts';
import { createLivekitLoader } from './livekit-loader.ts';
import type { MediaOptions, MediaTransport, OutgoingSource } from './media.ts';
import { createMeetStore } from './meet-store.ts';
import { applyPresentation, statesOf } from './presentation.ts';
import { createRequests } from './requests.ts';
import type { JoinOptions, MeetConnection, MeetEndReason, MeetEvent, ViewedPicture } from './types.ts';

type Welcome = Extract<MeetServerFrame, { type: 'welcome' }>;

/** Reconnects automatically and then publishes all sources again. */
export function joinMeet(client: RingbinderClient, options: JoinOptions): MeetConnection {
  return new JoinedMeet(client, options);
}

class JoinedMeet implements MeetConnection {
  readonly #options: JoinOptions;
  readonly #events = createListeners<MeetEvent>(reportError);
  readonly #requests = createRequests();
  readonly #store: ReturnType<typeof createMeetStore>;
  readonly #channel: ReturnType<typeof openChannel>;
  readonly #livekit: ReturnType<typeof createLivekitLoader>;
  readonly #mediaOptions: MediaOptions;
  readonly #outgoing = new Map<MediaSource, OutgoingSource>();
  readonly #muted = new Set<MediaSource>();
  #media: MediaTransport;
  #resumeSecret: string | undefined;
  #nextId = 1;
  #view: readonly ViewedPicture[] | undefined;
  #isHandRaised = false;
  #isOver = false;

  constructor(client: RingbinderClient, options: JoinOptions) {
    const { guestToken, sessionKey, pluginVersion = '2.9.5' } = options;
    this.#options = options;
    this.#resumeSecret = options.resume;
    this.#store = createMeetStore(guestToken === undefined ? 'member' : 'guest', {
      sending: () => [...this.#outgoing.values()],
      receiving: () => this.#media.incoming,
      qualityOf: (participantId) => this.#media.qualityOf(participantId),
      report: reportError,
    });
    this.#channel = openChannel({
      address: `${client.baseUrl.replace(/^http/, 'ws')}/meets/${encodeURIComponent(sessionKey)}/channel`,
      token: guestToken === undefined ? client.token : async () => guestToken,
      pluginVersion,
      resume: () => this.#resumeSecret,
      onFrame: (frame) => this.#receive(frame),
      onLost: () => this.#onLost(),
      onRefused: (message, because) => {
        // The meet ended while the connection was lost.
        if (this.#resumeSecret !== undefined && because?.reason === 'meet_over') this.#end('ended', message);
        else this.#end('refused', message, because);
      },
    });
    this.#mediaOptions = {
      outgoing: this.#outgoing,
      send: (frame) => this.#send(frame),
      nextId: () => this.#nextId++,
      onTracks: () => this.#store.change({}),
      onSpeakers: (activeId, levels) => this.#onSpeakers(activeId, levels),
      onInterrupted: () => this.#channel.check(),
    };
    this.#media = createEmbeddedMedia(this.#mediaOptions);
    this.#livekit = createLivekitLoader(this.#mediaOptions, {
      use: (loaded) => this.#useLivekit(loaded),
      failed: () => {
        if (!this.#isOver) this.#send({ type: 'restart' });
      },
    });
    addEventListener('pagehide', this.#release);
  }

  get state() {
    return this.#store.state;
  }

  onState(listener: Parameters<MeetConnection['onState']>[0]) {
    return this.#store.onState(listener);
  }

  onEvent(listener: Parameters<MeetConnection['onEvent']>[0]) {
    return this.#events.add(listener);
  }

  async publish(source: MediaSource, track: MediaStreamTrack): Promise<void> {
    if (this.#isOver) throw new Error('the meet is over');
    const existing = this.#outgoing.get(source);
    if (existing) {
      existing.track = track;
      await this.#media.publish(existing);
      this.#store.change({});
      return;
    }
    const isMuted = this.#muted.has(source);
    const outgoing = { source, track, isMuted, sent: Promise.withResolvers<void>() };
    outgoing.sent.promise.catch(() => undefined);
    this.#outgoing.set(source, outgoing);
    this.#store.change({});
    await this.#media.publish(outgoing);
    await outgoing.sent.promise;
  }

  unpublish(source: MediaSource): void {
    this.#media.unpublish(source);
    this.#outgoing.get(source)?.sent.reject(new Error('the source was unpublished'));
    this.#outgoing.delete(source);
    this.#store.change({});
  }

  setMuted(source: MediaSource, isMuted: boolean): void {
    this.#setOwnMuted(source, isMuted);
    this.#send({ type: 'mute', source, is_muted: isMuted });
  }

  setView(pictures: readonly ViewedPicture[]): void {
    this.#view = pictures;
    this.#media.setView(pictures);
  }

  raiseHand(isRaised: boolean): void {
    this.#isHandRaised = isRaised;
    this.#send({ type: 'hand', is_raised: isRaised });
  }

  react(emoji: string): void {
    this.#send({ type: 'reaction', emoji });
  }

  host(...[action, participantId]: Parameters<MeetConnection['host']>): Promise<void> {
    const target = participantId === undefined ? {} : { participant_id: participantId };
    return this.#request((id) => ({ type: 'host', id, action, ...target }));
  }

  setStage(...[pageId]: Parameters<MeetConnection['setStage']>): Promise<void> {
    return this.#request((id) => ({ type: 'stage', id, page_id: pageId }));
  }

  setStageView(...[view]: Parameters<MeetConnection['setStageView']>): void {
    this.#send({ type: 'stage_view', view });
  }

  control(...[action, participantId, abilities]: Parameters<MeetConnection['control']>): Promise<void> {
    const { controlRequests } = this.state;
    if (action === 'allow' || action === 'deny')
      this.#store.change({ controlRequests: controlRequests.filter((each) => each !== participantId) });
    const allowed = abilities === undefined ? {} : { abilities: [...abilities] };
    return this.#request((id) => ({
      type: 'control',
      id,
      action,
      participant_id: participantId,
      ...allowed,
    }));
  }

  caption({ text, language, durationMs }: Parameters<MeetConnection['caption']>[0]): Promise<void> {
    const duration_ms = Math.round(durationMs);
    return this.#request((id) => ({ type: 'caption', id, text, language, duration_ms }));
  }

  remote(...[presenterId, surface, input]: Parameters<MeetConnection['remote']>): void {
    this.#send({ type: 'remote', id: this.#nextId++, presenter_id: presenterId, surface, input });
  }

  async stats() {
    const measured = await this.#media.measure();
    this.#store.change({});
    return measured;
  }

  leave(): void {
    this.#send({ type: 'leave' });
    this.#end('left', 'you have left');
  }

  close(): void {
    if (!this.#isOver) this.#release();
  }

  #send(frame: MeetClientFrame): void {
    this.#channel.send(frame);
  }

  #request(frameOf: (id: number) => MeetClientFrame): Promise<void> {
    const id = this.#nextId++;
    const answered = this.#requests.add(id);
    if (this.state.phase !== 'joined') this.#requests.failAll('not connected to the meet');
    else this.#send(frameOf(id));
    return answered;
  }

  #receive(frame: MeetServerFrame): void {
    if (this.#media.receive(frame)) return;
    switch (frame.type) {
      case 'lobby':
        this.#store.change({ phase: 'lobby', topic: frame.topic });
        return;
      case 'welcome':
        this.#onWelcome(frame);
        return;
      case 'livekit':
        this.#livekit.receive(frame);
        return;
      case 'answer':
      case 'done':
        this.#requests.settle(frame.id);
        return;
      case 'refused':
        this.#requests.settle(frame.id, new RingbinderError(frame.message, { ...frame, status: 0 }));
        return;
      case 'participant':
        this.#onParticipant(frame.participant);
        return;
      case 'left':
        this.#onParticipantLeft(frame);
        return;
      case 'speakers': {
        const levels = frame.levels.map(({ participant_id, level }) => [participant_id, level] as const);
        this.#onSpeakers(frame.active_id, new Map(levels));
        return;
      }
      case 'reacted':
        this.#events.emit({ type: 'reaction', participantId: frame.participant_id, emoji: frame.emoji });
        return;
      case 'muted':
        this.#setOwnMuted(frame.source, true);
        this.#store.change({});
        this.#events.emit({ type: 'muted', source: frame.source, by: frame.by });
        return;
      case 'meet':
        this.#store.change(statesOf(frame));
        return;
      case 'stage':
      case 'stage_view':
      case 'control_requested':
      case 'control_denied':
      case 'controls':
      case 'remote':
      case 'captioned':
      case 'waiting':
        applyPresentation(frame, this.#store, this.#events);
        return;
      case 'interrupted':
        this.#media.interrupted();
        this.#store.change({ phase: 'reconnecting' });
        return;
      case 'ended':
        this.#end(frame.reason, frame.message);
        return;
      case 'offer':
      case 'tracks':
      case 'candidate':
      case 'rejected':
      case 'invalid_token':
      case 'pong':
        return;
      default:
        frame satisfies never; // A newer server may send frames of unknown types.
    }
  }

  #onWelcome(frame: Welcome): void {
    const { byId, levels } = this.#store;
    this.#store.selfId = frame.participant_id;
    this.#resumeSecret = frame.resume;
    this.#options.onResume?.(frame.resume);
    byId.clear();
    levels.clear();
    for (const participant of frame.participants) byId.set(participant.id, participant);
    this.#store.change({
      phase: 'joined',
      topic: frame.topic,
      binderId: frame.binder_id,
      role: frame.role,
      ...statesOf(frame),
      startedTime: frame.started_time,
      stage: frame.stage,
      controls: frame.controls,
      activeSpeakerId: null,
      waiting: [],
      controlRequests: [],
    });
    if (this.#view) this.#media.setView(this.#view);
    this.#send({ type: 'hand', is_raised: this.#isHandRaised });
    for (const { source, isMuted } of this.#outgoing.values())
      this.#send({ type: 'mute', source, is_muted: isMuted });
    if (frame.engine === 'livekit') return;
    if (this.#livekit.isUsed) {
      this.#livekit.release();
      this.#media.close();
      this.#media = createEmbeddedMedia(this.#mediaOptions);
    }
    this.#media.welcomed(frame);
  }

  #useLivekit(loaded: MediaTransport): void {
    if (this.#isOver) {
      loaded.close();
      return;
    }
    this.#media.close();
    this.#media = loaded;
    if (this.#view) loaded.setView(this.#view);
  }

  #onSpeakers(activeSpeakerId: string | null, newLevels: ReadonlyMap<string, number>): void {
    const { levels } = this.#store;
    levels.clear();
    for (const [participantId, level] of newLevels) levels.set(participantId, level);
    this.#store.change({ activeSpeakerId });
  }

  #setOwnMuted(source: MediaSource, isMuted: boolean): void {
    if (isMuted) this.#muted.add(source);
    else this.#muted.delete(source);
    const outgoing = this.#outgoing.get(source);
    if (outgoing === undefined) return;
    outgoing.isMuted = isMuted;
    this.#media.muteChanged(outgoing);
  }

  #onParticipant(participant: Participant): void {
    const { byId, selfId } = this.#store;
    const isNew = !byId.has(participant.id);
    byId.set(participant.id, participant);
    this.#store.change(participant.id === selfId ? { role: participant.role } : {});
    if (isNew) this.#events.emit({ type: 'joined', participant });
  }

  #onParticipantLeft({ participant_id, reason }: Extract<MeetServerFrame, { type: 'left' }>): void {
    const participant = this.#store.byId.get(participant_id);
    this.#store.forget(participant_id);
    if (participant) this.#events.emit({ type: 'left', participant, reason });
  }

  #onLost(): void {
    this.#requests.failAll('the connection was lost');
    if (this.state.phase === 'joined') this.#store.change({ phase: 'reconnecting' });
  }

  #end(reason: MeetEndReason, message: string, because?: Because): void {
    if (this.#isOver) return;
    this.#isOver = true;
    // Report the end first: closing connections takes seconds on a busy processor.
    this.#store.change({ phase: 'ended', ended: { reason, message, ...(because && { because }) } });
    this.#release();
  }

  readonly #release = (): void => {
    this.#isOver = true;
    this.#media.close();
    for (const { sent } of this.#outgoing.values()) sent.reject(new Error('the meet is over'));
    this.#outgoing.clear();
    this.#channel.close();
    removeEventListener('pagehide', this.#release);
    this.#requests.failAll('the meet is over');
  };
}
