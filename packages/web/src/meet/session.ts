import { batch, effect, type ReadonlySignal, type Signal, signal, untracked } from '@preact/signals';
import type { HostAction, MeetConnection, MeetState } from '@ringbinder/client/meet';
import { toast } from '../design/toast.tsx';
import { meet as text } from '../strings/en/meet.ts';
import { meetRemote as remoteText } from '../strings/en/meet-remote.ts';
import { announceChanges } from './announce.ts';
import { type Captions, createCaptions } from './captions/captions.ts';
import type { MeetContext } from './context.ts';
import { type Devices, openDevices } from './devices.ts';
import { createRemoteState, type RemoteState } from './remote/remote-state.ts';
import { openScreen, type Screen } from './screen.ts';
import { createShownReactions, type ShownReaction } from './shown-reactions.ts';
import { storedPreferences, storedResumeState, storePreferences, storeResumeState } from './stored.ts';

export const layouts = ['auto', 'grid', 'speaker'] as const;
export type Layout = (typeof layouts)[number];
export type Panel = 'chat' | 'people' | 'quality';
/** One picture of somebody: `{participant id} {source}`. */
export type TileKey = `${string} ${'camera' | 'screen'}`;

export interface MeetSession {
  devices: Devices;
  screen: Screen;
  remote: RemoteState;
  captions: Captions;
  /** Undefined while one chooses what to join with. */
  state: ReadonlySignal<MeetState | undefined>;
  /** Why joining came to nothing. */
  refusal: ReadonlySignal<string | undefined>;
  isJoining: ReadonlySignal<boolean>;
  isDirect: boolean;
  connection(): MeetConnection | undefined;
  name: Signal<string>;
  layout: ReadonlySignal<Layout>;
  isSelfHidden: ReadonlySignal<boolean>;
  pinned: Signal<TileKey | undefined>;
  panel: Signal<Panel | undefined>;
  reactions: ReadonlySignal<readonly ShownReaction[]>;
  /** The last sentence for screen readers. */
  said: ReadonlySignal<string>;
  isTalking: Signal<boolean>;
  say(sentence: string): void;
  join(): Promise<void>;
  /** Joins once more, with the camera and the microphone that were on. */
  rejoin(): Promise<void>;
  turn(kind: 'camera' | 'microphone', isOn: boolean): Promise<void>;
  setLayout(layout: Layout): void;
  hideSelf(isHidden: boolean): void;
  react(emoji: string): void;
  raiseHand(isRaised: boolean): void;
  host(action: HostAction, participantId?: string): Promise<boolean>;
  /** Asks the meet for something. Gives whether it was granted; a refusal is told. */
  attempt(request: (meet: MeetConnection) => Promise<void>): Promise<boolean>;
  leave(): void;
  /** Takes everything down. The place in the meet is kept for a tab that is loaded anew. */
  dispose(): void;
}

/** Begins a use of Meet. With a place that is kept, or where the page says so, it joins at once. */
export function createMeetSession(context: MeetContext): MeetSession {
  const { sessionKey } = context;
  const kept = storedPreferences();
  const place = storedResumeState(sessionKey);
  const state = signal<MeetState | undefined>(undefined);
  const devices = openDevices({
    onSwitch: (name) => toast(text.problems.switched(name)),
    // Before one is in the meet it stands beside the preview.
    onLost: (kind) => state.peek() && toast(text.problems[kind].unplugged),
    onBlurEnded: (reason) => toast(text.problems.blur[reason]),
  });
  const refusal = signal<string | undefined>(undefined);
  const isJoining = signal(false);
  const said = signal('');
  const reactions = createShownReactions();
  const layout = signal<Layout>(layouts.find((each) => each === kept.layout) ?? 'auto');
  const isSelfHidden = signal(kept.isSelfHidden ?? false);
  const name = signal(context.name ?? kept.name ?? '');
  let connection: MeetConnection | undefined;
  let isDisposed = false;
  const stops: (() => void)[] = [];

  const say = (sentence: string) => {
    // The same sentence twice is read out twice.
    said.value = said.peek() === sentence ? `${sentence} ` : sentence;
  };
  const remote = createRemoteState();
  const captions = createCaptions({ state, devices, connection: () => connection });
  const screen = openScreen({ connection: () => connection, tell: context.tell });

  const isIn = () => state.peek()?.phase === 'joined' || state.peek()?.phase === 'reconnecting';

  async function join(): Promise<void> {
    if (isJoining.peek() || isDisposed) return;
    batch(() => {
      isJoining.value = true;
      refusal.value = undefined;
      state.value = undefined;
    });
    if (context.isGuest) storePreferences({ name: name.peek().trim() });
    const earlier = storedResumeState(sessionKey);
    try {
      const joined = await context.connect({
        resume: earlier?.resume,
        name: name.peek().trim() || undefined,
        onResume: (resume) => remember(resume),
      });
      if (isDisposed) return joined.close();
      follow(joined, earlier !== undefined);
    } catch (error) {
      refusal.value = error instanceof Error ? error.message : text.says.refused;
    } finally {
      isJoining.value = false;
    }
  }

  const kinds = ['microphone', 'camera'] as const;
  /** What was on when the meet was over for this person. */
  let wereOn: ('camera' | 'microphone')[] = [];
  let resume: string | undefined = place?.resume;
  function remember(given: string): void {
    resume = given;
    const { isOn: hasCamera } = devices.camera.peek();
    const { isOn: hasMicrophone } = devices.microphone.peek();
    storeResumeState(sessionKey, { resume: given, hasCamera, hasMicrophone });
  }
  function forget(): void {
    resume = undefined;
    storeResumeState(sessionKey, undefined);
  }

  function follow(joined: MeetConnection, isResumed: boolean): void {
    for (const stop of stops.splice(0)) stop();
    connection = joined;
    let isTold = false;
    const receive = (next: MeetState) => {
      const before = state.peek();
      state.value = next;
      announceChanges(before, next, say);
      remote.keepOnly(next);
      if (next.phase === 'joined' && !isTold) {
        isTold = true;
        context.tell({ type: 'joined', isResumed });
      }
      if (next.phase === 'ended' && before?.phase !== 'ended') {
        forget();
        screen.stop();
        const reason = next.ended?.reason ?? 'ended';
        context.tell(reason === 'ended' ? { type: 'ended' } : { type: 'exited', reason });
        wereOn = kinds.filter((kind) => devices[kind].peek().isOn);
        devices.release();
      }
    };
    stops.push(joined.onState(receive), joined.onEvent(hear), publishDevices(joined));
    receive(joined.state);
  }

  const hear: Parameters<MeetConnection['onEvent']>[0] = (event) => {
    if (event.type === 'reaction') {
      reactions.show(event.participantId, event.emoji);
      const who = state.peek()?.participants.find(({ id }) => id === event.participantId);
      if (who) say(text.says.reacted(who.name, text.emoji.names[event.emoji] ?? event.emoji));
    } else if (event.type === 'control_denied') {
      const who = state.peek()?.participants.find(({ id }) => id === event.presenterId);
      remote.asked.value = new Set([...remote.asked.peek()].filter((id) => id !== event.presenterId));
      toast(remoteText.denied(who?.name ?? ''));
    } else if (event.type === 'caption') captions.hear(event);
    else if (event.type === 'remote') {
      remote.hear(event);
      const { input } = event;
      const isForScreen = event.presenterId === state.peek()?.self?.id && event.surface === 'screen';
      if (isForScreen && (input.kind === 'wheel' || input.kind === 'zoom')) screen.act(input);
    } else if (event.type === 'muted') {
      if (event.source === 'microphone') void devices.turn('microphone', false);
      if (event.source === 'camera') void devices.turn('camera', false);
      if (event.source === 'screen' || event.source === 'screen_audio') screen.stop();
      const words = {
        microphone: 'mutedBy',
        camera: 'cameraBy',
        screen: 'screenBy',
        screen_audio: 'screenBy',
      } as const;
      toast(text.says[words[event.source]](event.by));
    }
  };

  /** Sends what the devices give, from when one is in the meet. Gives the function that ends it. */
  function publishDevices(to: MeetConnection): () => void {
    const sent: { camera?: MediaStreamTrack | undefined; microphone?: MediaStreamTrack | undefined } = {};
    return effect(() => {
      const isJoined = state.value?.phase === 'joined';
      for (const kind of kinds) {
        const { track, isOn } = devices[kind].value;
        if (!isJoined) continue;
        untracked(() => {
          if (track && sent[kind] !== track) {
            sent[kind] = track;
            // What keeps it from being sent is told as the state of the connection.
            to.publish(kind, track).catch(() => undefined);
          } else if (!track && sent[kind]) {
            sent[kind] = undefined;
            to.unpublish(kind);
          }
          if (track && kind === 'microphone') to.setMuted(kind, !isOn);
        });
      }
      if (isJoined && resume !== undefined) remember(resume);
    });
  }

  const session: MeetSession = {
    devices,
    screen,
    remote,
    captions,
    state,
    refusal,
    isJoining,
    name,
    layout,
    isSelfHidden,
    said,
    say,
    join,
    reactions: reactions.all,
    isDirect: place !== undefined || context.isDirect === true,
    connection: () => connection,
    pinned: signal(undefined),
    panel: signal(undefined),
    isTalking: signal(false),
    async turn(kind, isOn) {
      await devices.turn(kind, isOn);
      const { isOn: is, problem } = devices[kind].peek();
      if (problem) toast(text.problems[kind][problem]);
      else if (kind === 'camera') say(is ? text.says.cameraOn : text.says.cameraOff);
      else say(is ? text.says.microphoneOn : text.says.microphoneOff);
    },
    setLayout(next) {
      layout.value = next;
      session.pinned.value = undefined;
      storePreferences({ layout: next });
    },
    hideSelf(isHidden) {
      isSelfHidden.value = isHidden;
      storePreferences({ isSelfHidden: isHidden });
    },
    async rejoin() {
      await Promise.all(wereOn.map((kind) => devices.turn(kind, true)));
      await join();
    },
    react: (emoji) => connection?.react(emoji),
    raiseHand(isRaised) {
      connection?.raiseHand(isRaised);
      say(isRaised ? text.says.handOwn : text.says.handDown);
    },
    host: (action, participantId) => session.attempt((meet) => meet.host(action, participantId)),
    async attempt(request) {
      if (!connection) return false;
      try {
        await request(connection);
        return true;
      } catch (error) {
        toast(error instanceof Error && error.message ? asSentence(error.message) : text.says.refused);
        return false;
      }
    },
    leave() {
      forget();
      screen.stop();
      if (isIn() || state.peek()?.phase === 'lobby' || state.peek()?.phase === 'connecting')
        connection?.leave();
      else connection?.close();
    },
    dispose() {
      isDisposed = true;
      for (const stop of stops.splice(0)) stop();
      screen.stop();
      captions.close();
      connection?.close();
      devices.close();
    },
  };

  if (session.isDirect) {
    const camera = place?.hasCamera ?? kept.hasCamera ?? context.hasCamera ?? true;
    const microphone = place?.hasMicrophone ?? kept.hasMicrophone ?? context.hasMicrophone ?? true;
    if (camera) void devices.turn('camera', true);
    if (microphone) void devices.turn('microphone', true);
    void join();
  }
  return session;
}

const asSentence = (message: string) => `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;
