import type { HostAction, MeetConnection, MeetParticipant, MeetState } from '@ringbinder/client/meet';
import { gallery as words } from './text.ts';

const HUES = [168, 22, 205, 262, 96, 340, 48, 190];

function faceStream(index: number): MediaStream {
  const canvas = document.createElement('canvas');
  canvas.width = 640;
  canvas.height = 360;
  const paint = canvas.getContext('2d');
  const hue = HUES[index % HUES.length] ?? 0;
  const draw = () => {
    if (!paint) return;
    const wall = paint.createLinearGradient(0, 0, 640, 360);
    wall.addColorStop(0, `hsl(${hue} 28% 62%)`);
    wall.addColorStop(1, `hsl(${(hue + 40) % 360} 30% 34%)`);
    paint.fillStyle = wall;
    paint.fillRect(0, 0, 640, 360);
    paint.fillStyle = `hsl(${(hue + 180) % 360} 30% 30%)`;
    paint.beginPath();
    paint.ellipse(320, 390, 150, 150, 0, 0, 7);
    paint.fill();
    paint.fillStyle = `hsl(${18 + (index % 5) * 5} 45% ${50 + (index % 4) * 8}%)`;
    paint.beginPath();
    paint.ellipse(320, 170, 68, 84, 0, 0, 7);
    paint.fill();
  };
  draw();
  const stream = canvas.captureStream(4);
  // A canvas stream only delivers a frame after drawing.
  setInterval(draw, 400);
  return stream;
}

function screenStream(): MediaStream {
  const canvas = document.createElement('canvas');
  canvas.width = 1280;
  canvas.height = 800;
  const paint = canvas.getContext('2d');
  const draw = () => {
    if (!paint) return;
    paint.fillStyle = '#ffffff';
    paint.fillRect(0, 0, 1280, 800);
    paint.fillStyle = '#14655a';
    paint.fillRect(0, 0, 1280, 64);
    paint.fillStyle = '#d9ddd6';
    for (let line = 0; line < 14; line++)
      paint.fillRect(120, 150 + line * 40, 700 + ((line * 137) % 330), 14);
    paint.fillStyle = '#1f776a';
    for (let bar = 0; bar < 5; bar++) paint.fillRect(140 + bar * 60, 740 - bar * 22, 36, 30 + bar * 22);
  };
  draw();
  setInterval(draw, 400);
  return canvas.captureStream(4);
}

export interface FakeMeet {
  people: number;
  phase?: MeetState['phase'];
  reason?: NonNullable<MeetState['ended']>['reason'];
  isShared?: boolean;
  isRecording?: boolean;
  waiting?: number;
  hasCaptions?: boolean;
  controls?: MeetState['controls'];
  controlRequests?: readonly string[];
}

export function fakeMeet(wanted: FakeMeet): MeetConnection {
  return new FakeConnection(stateOf(wanted));
}

function stateOf(wanted: FakeMeet): MeetState {
  const participants = Array.from({ length: wanted.people }, (_, index) => participantOf(index, wanted));
  const [self] = participants;
  const ended = wanted.reason && { reason: wanted.reason, message: '' };
  return {
    phase: wanted.phase ?? 'joined',
    topic: words.meet.topic,
    binderId: '',
    role: 'host',
    isLocked: false,
    ...(ended && { ended }),
    ...(self && { self }),
    hasCaptions: wanted.hasCaptions ?? false,
    isRecording: wanted.isRecording ?? false,
    startedTime: Date.now() - 754_000,
    participants,
    activeSpeakerId: 'p1',
    stage: null,
    controls: wanted.controls ?? [],
    controlRequests: wanted.controlRequests ?? [],
    waiting: words.meet.people
      .slice(-(wanted.waiting ?? 0) || words.meet.people.length)
      .map((name, index) => ({ id: `w${index}`, name })),
  };
}

function participantOf(index: number, { isShared }: FakeMeet): MeetParticipant {
  const hasCamera = index % 4 !== 3;
  const isSharing = isShared === true && index === 1;
  return {
    id: `p${index}`,
    user_id: `U${index}`,
    name: words.meet.people[index % words.meet.people.length] ?? '',
    role: index === 0 ? 'host' : index === 4 ? 'guest' : 'member',
    sources: [
      { source: 'microphone', is_muted: index % 3 === 2 },
      ...(hasCamera ? [{ source: 'camera', is_muted: false } as const] : []),
      ...(isSharing ? [{ source: 'screen', is_muted: false } as const] : []),
    ],
    has_hand_raised: index === 2,
    has_remote_control: true,
    joined_time: index,
    level: index === 1 ? 0.5 : 0,
    isSpeaking: index === 1,
    quality: index === 5 ? 'bad' : index === 6 ? 'poor' : 'good',
    streams: {
      ...(hasCamera && index > 0 && { camera: faceStream(index) }),
      ...(isSharing && { screen: screenStream() }),
    },
  };
}

type Control = Parameters<MeetConnection['control']>;
type Remote = Parameters<MeetConnection['remote']>;
type EventListener = Parameters<MeetConnection['onEvent']>[0];

class FakeConnection implements MeetConnection {
  state: MeetState;
  readonly #listeners = new Set<(state: MeetState) => void>();
  readonly #events = new Set<EventListener>();

  constructor(state: MeetState) {
    this.state = state;
  }

  onState(listener: (state: MeetState) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  onEvent(listener: EventListener): () => void {
    this.#events.add(listener);
    return () => void this.#events.delete(listener);
  }

  async publish(): Promise<void> {}
  unpublish(): void {}
  setMuted(): void {}
  setView(): void {}
  async setStage(): Promise<void> {}
  setStageView(): void {}
  async caption(): Promise<void> {}
  close(): void {}

  raiseHand(isRaised: boolean): void {
    const raised = this.state.participants.map((each) =>
      each.id === 'p0' ? { ...each, has_hand_raised: isRaised } : each,
    );
    const [own] = raised;
    this.#change({ participants: raised, ...(own && { self: own }) });
  }

  react(emoji: string): void {
    this.#send({ type: 'reaction', participantId: 'p1', emoji });
  }

  async host(action: HostAction): Promise<void> {
    if (action === 'lock' || action === 'unlock') this.#change({ isLocked: action === 'lock' });
    if (action === 'start_recording' || action === 'stop_recording')
      this.#change({ isRecording: action === 'start_recording' });
    if (action === 'captions_on' || action === 'captions_off')
      this.#change({ hasCaptions: action === 'captions_on' });
  }

  async control(action: Control[0], participantId: string, abilities: Control[2] = []): Promise<void> {
    if (action === 'request')
      this.#change({
        controls: [{ presenter_id: participantId, controller_id: 'p0', abilities: ['scroll', 'zoom'] }],
      });
    else if (action === 'allow')
      this.#change({
        controls: [{ presenter_id: 'p0', controller_id: participantId, abilities: [...abilities] }],
        controlRequests: [],
      });
    else this.#change({ controls: [], controlRequests: [] });
  }

  remote(presenterId: string, surface: Remote[1], input: Remote[2]): void {
    this.#send({ type: 'remote', participantId: 'p0', presenterId, surface, input });
  }

  async stats(): ReturnType<MeetConnection['stats']> {
    const picture = { width: 640, height: 360 };
    return {
      level: 'poor',
      roundTripMs: 84,
      path: 'relay_tls',
      sent: [
        { source: 'microphone', bitsPerSecond: 32_000, loss: 0.002 },
        { source: 'camera', bitsPerSecond: 740_000, loss: 0.031, framesPerSecond: 24, ...picture },
      ],
      received: this.state.participants.slice(1, 4).map(({ id }, index) => ({
        source: 'camera',
        bitsPerSecond: 420_000 + index * 90_000,
        loss: 0.01 * index,
        participantId: id,
        framesPerSecond: 25,
        ...picture,
        level: 'good',
      })),
    };
  }

  leave(): void {
    this.#change({ phase: 'ended', ended: { reason: 'left', message: '' } });
  }

  #change(changed: Partial<MeetState>): void {
    this.state = { ...this.state, ...changed };
    for (const listener of this.#listeners) listener(this.state);
  }

  #send(event: Parameters<EventListener>[0]): void {
    for (const listener of this.#events) listener(event);
  }
}
