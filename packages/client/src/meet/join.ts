import type { MediaSource, MeetClientFrame, MeetServerFrame, Participant } from '@ringbinder/protocol';
import type { RingbinderClient } from '../client.ts';
import { RingbinderError } from '../errors.ts';
import { createListeners } from '../realtime/listeners.ts';
import { openChannel } from './channel.ts';
import { createMeetStore } from './meet-store.ts';
import { applyPresentation, statesOf } from './presentation.ts';
import { createQuality } from './quality.ts';
import { createReceiver } from './receiver.ts';
import { createRequests } from './requests.ts';
import { createSender, type Sender } from './sender.ts';
import type { JoinOptions, MeetConnection, MeetEndReason, MeetEvent, ViewedPicture } from './types.ts';

type Welcome = Extract<MeetServerFrame, { type: 'welcome' }>;

/**
 * Joins a meet. The connection comes back by itself, with all that was published, after a lost network, a server that
 * restarts or a media process that died.
 */
export function joinMeet(client: RingbinderClient, options: JoinOptions): MeetConnection {
  const report = (error: unknown) => reportError(error);
  const events = createListeners<MeetEvent>(report);
  const senders = new Map<MediaSource, Sender>();
  const requests = createRequests();
  let iceServers: RTCIceServer[] = [];
  let resume = options.resume;
  let nextId = 1;
  let view: readonly ViewedPicture[] | undefined;
  let hasHandRaised = false;
  /** Also of what is not sent yet: who mutes himself before he has a microphone is muted. */
  const muted = new Set<MediaSource>();
  let isOver = false;
  const store = createMeetStore(options.guestToken === undefined ? 'member' : 'guest', {
    sending: () => [...senders.values()],
    receiving: () => receiver.tracks,
    qualityOf: (participantId) => quality.levelOf(participantId),
    report,
  });
  const { change, known, levels } = store;
  const { guestToken } = options;
  const token = guestToken === undefined ? client.token : async () => guestToken;
  const address = `${client.baseUrl.replace(/^http/, 'ws')}/meets/${encodeURIComponent(options.sessionKey)}/channel`;
  const channel = openChannel({
    ...{ address, token, pluginVersion: options.pluginVersion ?? '2.9.5' },
    resume: () => resume,
    onFrame: receive,
    onLost() {
      requests.failAll('the connection was lost');
      if (store.state.phase === 'joined') change({ phase: 'reconnecting' });
    },
    onRefused: (message) => end('refused', message),
  });
  const send = (frame: MeetClientFrame) => channel.send(frame);
  const receiver = createReceiver({ iceServers: () => iceServers, send, onTracks: () => change({}) });
  const quality = createQuality({ senders, receiver: () => receiver });

  function receive(frame: MeetServerFrame): void {
    switch (frame.type) {
      case 'lobby':
        change({ phase: 'lobby', topic: frame.topic });
        return;
      case 'welcome':
        welcomed(frame);
        return;
      case 'answer':
        for (const sender of senders.values()) if (sender.answered(frame.id, frame.sdp)) return;
        requests.settle(frame.id);
        return;
      case 'offer':
        receiver.offered(frame);
        return;
      case 'tracks':
        receiver.assigned(frame.connection_id, frame.tracks);
        return;
      case 'candidate': {
        const candidate = { candidate: frame.candidate, sdpMid: frame.mid };
        for (const sender of senders.values()) if (sender.candidate(frame.connection_id, candidate)) return;
        receiver.candidate(frame.connection_id, candidate);
        return;
      }
      case 'done':
        requests.settle(frame.id);
        return;
      case 'refused':
        for (const sender of senders.values()) if (sender.refused(frame.id, frame.message)) return;
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
      case 'waiting':
        change({ waiting: frame.guests });
        return;
      case 'speakers':
        levels.clear();
        for (const { participant_id, level } of frame.levels) levels.set(participant_id, level);
        change({ activeSpeakerId: frame.active_id });
        return;
      case 'reacted':
        events.tell({ type: 'reaction', participantId: frame.participant_id, emoji: frame.emoji });
        return;
      case 'muted':
        muted.add(frame.source);
        senders.get(frame.source)?.setMuted(true);
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
        applyPresentation(frame, store, events);
        return;
      case 'interrupted':
        receiver.reset();
        change({ phase: 'reconnecting' });
        return;
      case 'ended':
        end(frame.reason, frame.message);
        return;
      case 'invalid_token':
      case 'pong':
        return;
      default:
        // A newer server says more.
        frame satisfies never;
    }
  }

  /** One is in it, for the first time or again: all that is sent is offered, and what one sees and says is said anew. */
  function welcomed(frame: Welcome): void {
    store.selfId = frame.participant_id;
    resume = frame.resume;
    options.onResume?.(frame.resume);
    iceServers = frame.ice_servers;
    known.clear();
    levels.clear();
    receiver.reset();
    for (const participant of frame.participants) known.set(participant.id, participant);
    change({
      phase: 'joined',
      topic: frame.topic,
      binderId: frame.binder_id,
      role: frame.role,
      ...statesOf(frame),
      startedTime: frame.started_time,
      activeSpeakerId: null,
      waiting: [],
      stage: frame.stage,
      controls: frame.controls,
      controlRequests: [],
    });
    if (view) sendView();
    // The server remembers how it was before; what one did meanwhile counts.
    send({ type: 'hand', is_raised: hasHandRaised });
    for (const sender of senders.values()) {
      send({ type: 'mute', source: sender.source, is_muted: sender.isMuted });
      sender.offer();
    }
  }

  function changed(participant: Participant): void {
    const isNew = !known.has(participant.id);
    known.set(participant.id, participant);
    change(participant.id === store.selfId ? { role: participant.role } : {});
    if (isNew) events.tell({ type: 'joined', participant });
  }

  function sendView(): void {
    const pictures = (view ?? []).map(({ participantId, source, layer }) => ({
      participant_id: participantId,
      source,
      layer,
    }));
    send({ type: 'view', pictures });
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
    release();
    change({ phase: 'ended', ended: { reason, message } });
  }

  function release(): void {
    isOver = true;
    for (const sender of senders.values()) sender.close();
    senders.clear();
    receiver.reset();
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
      const before = senders.get(source);
      if (before) {
        await before.replace(track);
        change({});
        return;
      }
      const sender = createSender(
        { source, iceServers: () => iceServers, send, nextId: () => nextId++ },
        track,
        muted.has(source),
      );
      senders.set(source, sender);
      change({});
      if (store.state.phase === 'joined') sender.offer();
      await sender.sent;
    },
    unpublish(source) {
      senders.get(source)?.close();
      senders.delete(source);
      change({});
    },
    setMuted(source, isMuted) {
      if (isMuted) muted.add(source);
      else muted.delete(source);
      senders.get(source)?.setMuted(isMuted);
      send({ type: 'mute', source, is_muted: isMuted });
    },
    setView(pictures) {
      view = pictures;
      sendView();
    },
    raiseHand(isRaised) {
      hasHandRaised = isRaised;
      send({ type: 'hand', is_raised: isRaised });
    },
    react: (emoji) => send({ type: 'reaction', emoji }),
    host: (action, participantId) =>
      request((id) => ({
        ...{ type: 'host', id, action },
        ...(participantId === undefined ? {} : { participant_id: participantId }),
      })),
    setStage: (pageId) => request((id) => ({ type: 'stage', id, page_id: pageId })),
    setStageView: (seen) => send({ type: 'stage_view', view: seen }),
    control(action, participantId, abilities) {
      if (action === 'allow' || action === 'deny')
        change({ controlRequests: store.state.controlRequests.filter((each) => each !== participantId) });
      return request((id) => ({
        ...{ type: 'control', id, action, participant_id: participantId },
        ...(abilities === undefined ? {} : { abilities: [...abilities] }),
      }));
    },
    caption: ({ text, language, durationMs }) =>
      request((id) => ({ type: 'caption', id, text, language, duration_ms: Math.round(durationMs) })),
    remote(presenterId, surface, input) {
      send({ type: 'remote', id: nextId++, presenter_id: presenterId, surface, input });
    },
    async stats() {
      const measured = await quality.measure();
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
