import type { MediaSource, MeetClientFrame, MeetServerFrame, Participant } from '@ringbinder/protocol';
import type { RingbinderClient } from '../client.ts';
import { RingbinderError } from '../errors.ts';
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

/**
 * Joins a meet. The connection comes back by itself, with all that was published, after a lost network, a server that
 * restarts or a media process that died.
 */
export function joinMeet(client: RingbinderClient, options: JoinOptions): MeetConnection {
  const report = (error: unknown) => reportError(error);
  const events = createListeners<MeetEvent>(report);
  const outgoing = new Map<MediaSource, OutgoingSource>();
  const requests = createRequests();
  let resume = options.resume;
  let nextId = 1;
  let view: readonly ViewedPicture[] | undefined;
  let hasHandRaised = false;
  /** Also of what is not sent yet: who mutes himself before he has a microphone is muted. */
  const muted = new Set<MediaSource>();
  let isOver = false;
  const store = createMeetStore(options.guestToken === undefined ? 'member' : 'guest', {
    sending: () => [...outgoing.values()],
    receiving: () => media.incoming,
    qualityOf: (participantId) => media.qualityOf(participantId),
    report,
  });
  const { change, known, levels } = store;
  const { guestToken } = options;
  const token = guestToken === undefined ? client.token : async () => guestToken;
  const address = `${client.baseUrl.replace(/^http/, 'ws')}/meets/${encodeURIComponent(options.sessionKey)}/channel`;
  const channel = openChannel({
    address,
    token,
    pluginVersion: options.pluginVersion ?? '2.9.5',
    resume: () => resume,
    onFrame: receive,
    onLost() {
      requests.failAll('the connection was lost');
      if (store.state.phase === 'joined') change({ phase: 'reconnecting' });
    },
    onRefused: (message) => end('refused', message),
  });
  const send = (frame: MeetClientFrame) => channel.send(frame);
  const mediaOptions: MediaOptions = {
    outgoing,
    send,
    nextId: () => nextId++,
    onTracks: () => change({}),
    onSpeakers: heardSpeakers,
    onInterrupted: () => channel.check(),
  };
  let media: MediaTransport = createEmbeddedMedia(mediaOptions);
  const livekit = createLivekitLoader(mediaOptions, {
    use(loaded) {
      if (isOver) return loaded.close();
      media.close();
      media = loaded;
      if (view) media.setView(view);
    },
    failed() {
      if (!isOver) send({ type: 'restart' });
    },
  });

  function receive(frame: MeetServerFrame): void {
    if (media.receive(frame)) return;
    switch (frame.type) {
      case 'lobby':
        change({ phase: 'lobby', topic: frame.topic });
        return;
      case 'welcome':
        welcomed(frame);
        return;
      case 'livekit':
        livekit.receive(frame);
        return;
      case 'answer':
      case 'done':
        requests.settle(frame.id);
        return;
      case 'refused':
        requests.settle(frame.id, new RingbinderError(frame.message, { status: 0, code: frame.code }));
        return;
      case 'participant':
        changed(frame.participant);
        return;
      case 'left': {
        const participant = known.get(frame.participant_id);
        store.forget(frame.participant_id);
        if (participant) events.tell({ type: 'left', participant, reason: frame.reason });
        return;
      }
      case 'speakers':
        heardSpeakers(
          frame.active_id,
          new Map(frame.levels.map(({ participant_id, level }) => [participant_id, level])),
        );
        return;
      case 'reacted':
        events.tell({ type: 'reaction', participantId: frame.participant_id, emoji: frame.emoji });
        return;
      case 'muted':
        muteOwn(frame.source, true);
        change({});
        events.tell({ type: 'muted', source: frame.source, by: frame.by });
        return;
      case 'meet':
        change(statesOf(frame));
        return;
      case 'stage':
      case 'stage_view':
      case 'control_requested':
      case 'control_denied':
      case 'controls':
      case 'remote':
      case 'captioned':
      case 'waiting':
        applyPresentation(frame, store, events);
        return;
      case 'interrupted':
        media.interrupted();
        change({ phase: 'reconnecting' });
        return;
      case 'ended':
        end(frame.reason, frame.message);
        return;
      case 'offer':
      case 'tracks':
      case 'candidate':
      case 'rejected':
      case 'invalid_token':
      case 'pong':
        // Of media that is no longer sent this way.
        return;
      default:
        frame satisfies never; // A newer server says more.
    }
  }

  /** One is in it, for the first time or again: all that is sent is offered, and what one sees and says is said anew. */
  function welcomed(frame: Welcome): void {
    store.selfId = frame.participant_id;
    resume = frame.resume;
    options.onResume?.(frame.resume);
    known.clear();
    levels.clear();
    for (const participant of frame.participants) known.set(participant.id, participant);
    change({
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
    if (view) media.setView(view);
    // The server remembers how it was before; what one did meanwhile counts.
    send({ type: 'hand', is_raised: hasHandRaised });
    for (const { source, isMuted } of outgoing.values()) send({ type: 'mute', source, is_muted: isMuted });
    if (frame.engine === 'livekit') return;
    if (livekit.isUsed) {
      livekit.release();
      media.close();
      media = createEmbeddedMedia(mediaOptions);
    }
    media.welcomed(frame);
  }

  function heardSpeakers(activeSpeakerId: string | null, heard: ReadonlyMap<string, number>): void {
    levels.clear();
    for (const [participantId, level] of heard) levels.set(participantId, level);
    change({ activeSpeakerId });
  }

  function muteOwn(source: MediaSource, isMuted: boolean): void {
    if (isMuted) muted.add(source);
    else muted.delete(source);
    const own = outgoing.get(source);
    if (own === undefined) return;
    own.isMuted = isMuted;
    media.muteChanged(own);
  }

  function changed(participant: Participant): void {
    const isNew = !known.has(participant.id);
    known.set(participant.id, participant);
    change(participant.id === store.selfId ? { role: participant.role } : {});
    if (isNew) events.tell({ type: 'joined', participant });
  }

  /** Asks for something that is answered by `done` or `refused`. */
  function request(frameOf: (id: number) => MeetClientFrame): Promise<void> {
    const id = nextId++;
    const answered = requests.add(id);
    if (store.state.phase !== 'joined') requests.failAll('there is no connection now');
    else send(frameOf(id));
    return answered;
  }

  function end(reason: MeetEndReason, message: string): void {
    if (isOver) return;
    isOver = true;
    // Told first: to close the connections takes seconds where the processor is busy with pictures.
    change({ phase: 'ended', ended: { reason, message } });
    release();
  }

  function release(): void {
    isOver = true;
    media.close();
    for (const { sent } of outgoing.values()) sent.reject(new Error('the meet is over'));
    outgoing.clear();
    channel.close();
    removeEventListener('pagehide', release);
    requests.failAll('the meet is over');
  }
  addEventListener('pagehide', release);

  return {
    get state() {
      return store.state;
    },
    onState: (listener) => store.onState(listener),
    onEvent: (listener) => events.add(listener),
    async publish(source, track) {
      if (isOver) throw new Error('the meet is over');
      const before = outgoing.get(source);
      if (before) {
        before.track = track;
        await media.publish(before);
        return change({});
      }
      const own = { source, track, isMuted: muted.has(source), sent: Promise.withResolvers<void>() };
      own.sent.promise.catch(() => undefined);
      outgoing.set(source, own);
      change({});
      await media.publish(own);
      await own.sent.promise;
    },
    unpublish(source) {
      media.unpublish(source);
      outgoing.get(source)?.sent.reject(new Error('it is not sent any more'));
      outgoing.delete(source);
      change({});
    },
    setMuted(source, isMuted) {
      muteOwn(source, isMuted);
      send({ type: 'mute', source, is_muted: isMuted });
    },
    setView(pictures) {
      view = pictures;
      media.setView(pictures);
    },
    raiseHand(isRaised) {
      hasHandRaised = isRaised;
      send({ type: 'hand', is_raised: isRaised });
    },
    react: (emoji) => send({ type: 'reaction', emoji }),
    host: (action, participantId) =>
      request((id) => ({
        type: 'host',
        id,
        action,
        ...(participantId === undefined ? {} : { participant_id: participantId }),
      })),
    setStage: (pageId) => request((id) => ({ type: 'stage', id, page_id: pageId })),
    setStageView: (seen) => send({ type: 'stage_view', view: seen }),
    control(action, participantId, abilities) {
      if (action === 'allow' || action === 'deny')
        change({ controlRequests: store.state.controlRequests.filter((each) => each !== participantId) });
      return request((id) => ({
        type: 'control',
        id,
        action,
        participant_id: participantId,
        ...(abilities === undefined ? {} : { abilities: [...abilities] }),
      }));
    },
    caption: ({ text, language, durationMs }) =>
      request((id) => ({ type: 'caption', id, text, language, duration_ms: Math.round(durationMs) })),
    remote(presenterId, surface, input) {
      send({ type: 'remote', id: nextId++, presenter_id: presenterId, surface, input });
    },
    async stats() {
      const measured = await media.measure();
      change({});
      return measured;
    },
    leave() {
      send({ type: 'leave' });
      end('left', 'you have left');
    },
    close() {
      if (!isOver) release();
    },
  };
}
