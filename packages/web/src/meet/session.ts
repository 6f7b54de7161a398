import { batch, effect, type ReadonlySignal, type Signal, signal, untracked } from '@preact/signals';
import type { HostAction, MeetConnection, MeetState } from '@ringbinder/client/meet';
import type { LogEntry, UserReference } from '@ringbinder/protocol';
import { Refusal } from '../binder/refusal.ts';
import { toast, toastError } from '../design/toast.tsx';
import { sentenceOf } from '../strings/language.ts';
import { meeting as text } from '../strings/messages/meeting.ts';
import { meetingRemote as remoteText } from '../strings/messages/meeting-remote.ts';
import { announceChanges } from './announce.ts';
import { type Captions, createCaptions } from './captions/captions.ts';
import type { MeetContext } from './context.ts';
import { type Devices, openDevices } from './devices.ts';
import { reactionName } from './reaction-names.ts';
import { createRemoteState, type RemoteState } from './remote/remote-state.ts';
import { openScreen, type Screen } from './screen.ts';
import {
  storedPreferences,
  storedResumeState,
  storePreferences,
  storeResumeState,
} from './stored-preferences.ts';
import { createVisibleReactions, type VisibleReaction } from './visible-reactions.ts';

export const layouts = ['auto', 'grid', 'speaker'] as const;
export type Layout = (typeof layouts)[number];
export type Panel = 'chat' | 'people' | 'quality';
export type TileKey = `${string} ${'camera' | 'screen'}`;

export interface MeetSession {
  devices: Devices;
  screen: Screen;
  remote: RemoteState;
  captions: Captions;
  state: ReadonlySignal<MeetState | undefined>;
  refusal: ReadonlySignal<string | undefined>;
  isJoining: ReadonlySignal<boolean>;
  isDirect: boolean;
  connection(): MeetConnection | undefined;
  name: Signal<string>;
  layout: ReadonlySignal<Layout>;
  isSelfHidden: ReadonlySignal<boolean>;
  pinned: Signal<TileKey | undefined>;
  panel: Signal<Panel | undefined>;
  reactions: ReadonlySignal<readonly VisibleReaction[]>;
  announcement: ReadonlySignal<string>;
  isTalking: Signal<boolean>;
  declined: ReadonlySignal<readonly UserReference[]>;
  /** The last answer of each member who declined a call since the user joined. A new object for each answer. */
  refusals: ReadonlySignal<ReadonlyMap<string, UserReference>>;
  announce(sentence: string): void;
  join(): Promise<void>;
  rejoin(): Promise<void>;
  turn(kind: 'camera' | 'microphone', isOn: boolean): Promise<void>;
  setLayout(layout: Layout): void;
  hideSelf(isHidden: boolean): void;
  react(emoji: string): void;
  raiseHand(isRaised: boolean): void;
  host(action: HostAction, participantId?: string): Promise<boolean>;
  /** Resolves to true on success. Shows an error on failure. */
  attempt(request: (meet: MeetConnection) => Promise<void>): Promise<boolean>;
  hasEnded(): boolean;
  leave(): void;
  dispose(): void;
}

export function createMeetSession(context: MeetContext): MeetSession {
  const session = new ContextSession(context);
  if (session.isDirect) void session.joinDirectly();
  return session;
}

const kinds = ['microphone', 'camera'] as const;

class ContextSession implements MeetSession {
  readonly state = signal<MeetState | undefined>(undefined);
  readonly refusal = signal<string | undefined>(undefined);
  readonly isJoining = signal(false);
  readonly announcement = signal('');
  readonly pinned = signal<TileKey | undefined>(undefined);
  readonly panel = signal<Panel | undefined>(undefined);
  readonly isTalking = signal(false);
  readonly declined = signal<readonly UserReference[]>([]);
  readonly refusals = signal<ReadonlyMap<string, UserReference>>(new Map());
  readonly layout: Signal<Layout>;
  readonly isSelfHidden: Signal<boolean>;
  readonly name: Signal<string>;
  readonly isDirect: boolean;
  readonly devices: Devices;
  readonly screen: Screen;
  readonly remote = createRemoteState();
  readonly captions: Captions;
  readonly reactions: ReadonlySignal<readonly VisibleReaction[]>;
  readonly #shownReactions = createVisibleReactions();
  readonly #context: MeetContext;
  readonly #place: PlaceInMeet;
  #connection: MeetConnection | undefined;
  #isDisposed = false;
  #isEnding = false;
  #wereOn: ('camera' | 'microphone')[] = [];
  readonly #stops: (() => void)[] = [];
  readonly #stopListening: (() => void) | undefined;

  constructor(context: MeetContext) {
    this.#context = context;
    const preferences = storedPreferences();
    this.layout = signal(layouts.find((each) => each === preferences.layout) ?? 'auto');
    this.isSelfHidden = signal(preferences.isSelfHidden ?? false);
    this.name = signal(context.name ?? preferences.name ?? '');
    this.reactions = this.#shownReactions.all;
    this.devices = openDevices({
      onSwitch: (name) => toast(text.problems.switched(name)),
      // Before joining, the preview reports lost devices.
      onLost: (kind) => this.state.peek() && toastError(text.problems[kind].unplugged),
      onBlurEnded: (reason) => toastError(text.problems.blur[reason]),
    });
    this.#place = new PlaceInMeet(context.sessionKey, this.devices);
    this.isDirect = this.#place.resume !== undefined || context.isDirect === true;
    const connection = () => this.#connection;
    this.captions = createCaptions({ state: this.state, devices: this.devices, connection });
    this.screen = openScreen({ connection, emit: context.emit });
    this.#stopListening = context.binder?.replica.onChange((change) => {
      if (change.type === 'entries') for (const entry of change.entries) this.#receiveAnswer(entry);
    });
  }

  connection(): MeetConnection | undefined {
    return this.#connection;
  }

  announce(sentence: string): void {
    // Screen readers repeat a sentence only if its text changes.
    this.announcement.value = this.announcement.peek() === sentence ? `${sentence} ` : sentence;
  }

  async joinDirectly(): Promise<void> {
    const preferences = storedPreferences();
    const stored = storedResumeState(this.#context.sessionKey);
    const { hasCamera = true, hasMicrophone = true } = this.#context;
    if (stored?.hasCamera ?? preferences.hasCamera ?? hasCamera) void this.devices.turn('camera', true);
    if (stored?.hasMicrophone ?? preferences.hasMicrophone ?? hasMicrophone) {
      const isTurned = this.devices.turn('microphone', true);
      if (this.#context.needsMicrophone && !stored) {
        this.isJoining.value = true;
        await isTurned;
        this.isJoining.value = false;
        // The page with the devices requests them again.
        if (this.devices.microphone.peek().problem) return this.devices.release();
      }
    }
    await this.join();
  }

  async join(): Promise<void> {
    if (this.isJoining.peek() || this.#isDisposed) return;
    batch(() => {
      this.isJoining.value = true;
      this.refusal.value = undefined;
      this.state.value = undefined;
    });
    const { isGuest, sessionKey } = this.#context;
    const name = this.name.peek().trim();
    if (isGuest) storePreferences({ name });
    const earlier = storedResumeState(sessionKey);
    try {
      const joined = await this.#context.connect({
        resume: earlier?.resume,
        name: name || undefined,
        onResume: (resume) => this.#place.store(resume),
      });
      if (this.#isDisposed) return joined.close();
      this.#follow(joined, earlier !== undefined);
    } catch (error) {
      this.refusal.value = error instanceof Refusal ? error.message : text.says.refused;
    } finally {
      this.isJoining.value = false;
    }
  }

  async rejoin(): Promise<void> {
    await Promise.all(this.#wereOn.map((kind) => this.devices.turn(kind, true)));
    await this.join();
  }

  async turn(kind: 'camera' | 'microphone', isOn: boolean): Promise<void> {
    await this.devices.turn(kind, isOn);
    const { isOn: is, problem } = this.devices[kind].peek();
    if (problem) toastError(text.problems[kind][problem]);
    else if (kind === 'camera') this.announce(is ? text.says.cameraOn : text.says.cameraOff);
    else this.announce(is ? text.says.microphoneOn : text.says.microphoneOff);
  }

  setLayout(layout: Layout): void {
    this.layout.value = layout;
    this.pinned.value = undefined;
    storePreferences({ layout });
  }

  hideSelf(isSelfHidden: boolean): void {
    this.isSelfHidden.value = isSelfHidden;
    storePreferences({ isSelfHidden });
  }

  react(emoji: string): void {
    this.#connection?.react(emoji);
  }

  raiseHand(isRaised: boolean): void {
    this.#connection?.raiseHand(isRaised);
    this.announce(isRaised ? text.says.handOwn : text.says.handDown);
  }

  async host(action: HostAction, participantId?: string): Promise<boolean> {
    // Set this now, because the meet may end before the response.
    this.#isEnding = action === 'end';
    const isDone = await this.attempt((meet) => meet.host(action, participantId));
    if (!isDone) this.#isEnding = false;
    return isDone;
  }

  hasEnded(): boolean {
    return this.#isEnding;
  }

  async attempt(request: (meet: MeetConnection) => Promise<void>): Promise<boolean> {
    if (!this.#connection) return false;
    try {
      await request(this.#connection);
      return true;
    } catch (error) {
      toastError(error instanceof Error && error.message ? sentenceOf(error) : text.says.refused);
      return false;
    }
  }

  leave(): void {
    this.#place.forget();
    this.screen.stop();
    const phase = this.state.peek()?.phase;
    if (phase === undefined || phase === 'ended') this.#connection?.close();
    else this.#connection?.leave();
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#stopListening?.();
    this.#stopFollowing();
    this.screen.stop();
    this.captions.close();
    this.#connection?.close();
    this.devices.close();
  }

  #stopFollowing(): void {
    for (const stop of this.#stops.splice(0)) stop();
  }

  #follow(joined: MeetConnection, isResumed: boolean): void {
    this.#stopFollowing();
    this.#connection = joined;
    let isAnnounced = false;
    const receive = (next: MeetState) => {
      const before = this.state.peek();
      this.state.value = next;
      announceChanges(before, next, (sentence) => this.announce(sentence));
      this.remote.keepOnly(next);
      if (next.phase === 'joined' && !isAnnounced) {
        isAnnounced = true;
        this.#context.emit({ type: 'joined', isResumed });
        this.#readDeclined().catch(() => undefined);
      }
      if (next.phase === 'ended' && before?.phase !== 'ended') this.#ended(next.ended?.reason ?? 'ended');
    };
    this.#stops.push(
      joined.onState(receive),
      joined.onEvent((event) => this.#receiveEvent(event)),
      this.#publishDevices(joined),
    );
    receive(joined.state);
  }

  #ended(reason: NonNullable<MeetState['ended']>['reason']): void {
    this.#place.forget();
    this.screen.stop();
    this.#context.emit(reason === 'ended' ? { type: 'ended' } : { type: 'exited', reason });
    this.#wereOn = kinds.filter((kind) => this.devices[kind].peek().isOn);
    this.devices.release();
  }

  #receiveEvent(event: MeetEvent): void {
    const nameOf = (id: string) => this.state.peek()?.participants.find((each) => each.id === id)?.name;
    if (event.type === 'reaction') {
      this.#shownReactions.show(event.participantId, event.emoji);
      const name = nameOf(event.participantId);
      if (name !== undefined) this.announce(`${name}: ${reactionName(event.emoji)}`);
    } else if (event.type === 'control_denied') {
      const { pending } = this.remote;
      pending.value = new Set([...pending.peek()].filter((id) => id !== event.presenterId));
      toast(remoteText.denied(nameOf(event.presenterId) ?? ''));
    } else if (event.type === 'caption') this.captions.receive(event);
    else if (event.type === 'remote') {
      this.remote.receive(event);
      const { input } = event;
      const isForScreen = event.presenterId === this.state.peek()?.self?.id && event.surface === 'screen';
      if (isForScreen && (input.kind === 'wheel' || input.kind === 'zoom')) this.screen.act(input);
    } else if (event.type === 'muted') this.#muted(event);
  }

  async #readDeclined(): Promise<void> {
    const before = this.declined.peek();
    const read = (await this.#context.readDeclined?.()) ?? before;
    if (this.declined.peek() === before) this.declined.value = read;
  }

  #receiveAnswer({ kind, actor, body }: LogEntry): void {
    const { binder, sessionKey } = this.#context;
    if (kind !== 'meet_answered' || !('session_key' in body && 'answer' in body)) return;
    if (body.session_key !== sessionKey) return;
    const hasDeclined = body.answer === 'declined';
    if (hasDeclined) {
      this.refusals.value = new Map(this.refusals.peek()).set(actor.id, actor);
      this.announce(text.stage.declined(actor.name));
    }
    // Only conversations log who joins after declining.
    if (!binder?.state.peek()?.binder.conversation) return;
    const others = this.declined.peek().filter(({ id }) => id !== actor.id);
    this.declined.value = hasDeclined ? [...others, actor] : others;
  }

  #muted({ source, by }: Extract<MeetEvent, { type: 'muted' }>): void {
    if (source === 'microphone' || source === 'camera') void this.devices.turn(source, false);
    else this.screen.stop();
    const words = {
      microphone: 'mutedBy',
      camera: 'cameraBy',
      screen: 'screenBy',
      screen_audio: 'screenBy',
    } as const;
    toast(text.says[words[source]](by));
  }

  #publishDevices(to: MeetConnection): () => void {
    const sent: { camera?: MediaStreamTrack | undefined; microphone?: MediaStreamTrack | undefined } = {};
    return effect(() => {
      const isJoined = this.state.value?.phase === 'joined';
      for (const kind of kinds) {
        const { track, isOn } = this.devices[kind].value;
        if (!isJoined) continue;
        untracked(() => {
          if (track && sent[kind] !== track) {
            sent[kind] = track;
            // A failure also changes the connection state.
            to.publish(kind, track).catch(() => undefined);
          } else if (!track && sent[kind]) {
            sent[kind] = undefined;
            to.unpublish(kind);
          }
          if (track && kind === 'microphone') to.setMuted(kind, !isOn);
        });
      }
      const { resume } = this.#place;
      if (isJoined && resume !== undefined) this.#place.store(resume);
    });
  }
}

type MeetEvent = Parameters<Parameters<MeetConnection['onEvent']>[0]>[0];

class PlaceInMeet {
  readonly #sessionKey: string;
  readonly #devices: Devices;
  resume: string | undefined;

  constructor(sessionKey: string, devices: Devices) {
    this.#sessionKey = sessionKey;
    this.#devices = devices;
    this.resume = storedResumeState(sessionKey)?.resume;
  }

  store(resume: string): void {
    this.resume = resume;
    const { isOn: hasCamera } = this.#devices.camera.peek();
    const { isOn: hasMicrophone } = this.#devices.microphone.peek();
    storeResumeState(this.#sessionKey, { resume, hasCamera, hasMicrophone });
  }

  forget(): void {
    this.resume = undefined;
    storeResumeState(this.#sessionKey, undefined);
  }
}
