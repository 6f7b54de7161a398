import { type ReadonlySignal, signal } from '@preact/signals';
import type { ControlAbility, MeetConnection, RemoteInput } from '@ringbinder/client/meet';
import { captureDisplay, stopCapture } from '../clip/capture.ts';
import { CaptureProblem } from '../clip/problems.ts';
import { toastError } from '../design/toast.tsx';
import { meeting as text } from '../strings/messages/meeting.ts';
import type { MeetModuleEvent } from './context.ts';
import { type CapturedSurface, createCapturedSurface } from './remote/captured-surface.ts';

export interface Screen {
  stream: ReadonlySignal<MediaStream | undefined>;
  canShare: boolean;
  start(): Promise<void>;
  stop(): void;
  /** True if the user shares a tab or window. A shared monitor would include this page. */
  isElsewhere(): boolean;
  abilities(): ControlAbility[];
  act(input: Extract<RemoteInput, { kind: 'wheel' | 'zoom' }>): void;
  /** A requested zoom requires a gesture by the local user. */
  zoomRequest: ReadonlySignal<number | undefined>;
  zoomByHand(): void;
}

export function openScreen(parts: {
  connection(): MeetConnection | undefined;
  emit(event: MeetModuleEvent): void;
}): Screen {
  const stream = signal<MediaStream | undefined>(undefined);
  const zoomRequest = signal<number | undefined>(undefined);
  let surface: CapturedSurface | undefined;
  let isAsking = false;

  function stop(): void {
    const { value: shared } = stream;
    if (!shared) return;
    stream.value = undefined;
    zoomRequest.value = undefined;
    stopCapture(shared);
    const connection = parts.connection();
    if (connection && connection.state.phase !== 'ended') {
      connection.unpublish('screen');
      if (shared.getAudioTracks().length > 0) connection.unpublish('screen_audio');
    }
    parts.emit({ type: 'unshared' });
  }

  async function start(): Promise<void> {
    if (isAsking || stream.peek()) return;
    isAsking = true;
    let shared: MediaStream | undefined;
    try {
      surface = createCapturedSurface();
      shared = await captureDisplay(surface.controller);
      const [picture] = shared.getVideoTracks();
      const [sound] = shared.getAudioTracks();
      const connection = parts.connection();
      if (!picture || connection?.state.phase !== 'joined') return stopCapture(shared);
      // Text must stay sharp. A screen with sound probably shows a video.
      if ('contentHint' in picture && !sound) picture.contentHint = 'detail';
      picture.addEventListener('ended', stop);
      stream.value = shared;
      await connection.publish('screen', picture);
      if (sound) await connection.publish('screen_audio', sound);
      parts.emit({ type: 'shared' });
    } catch (error) {
      // The user stopped sharing before the screen was published.
      if (shared && stream.peek() !== shared) return;
      stop();
      const kind = error instanceof CaptureProblem ? error.kind : 'failed';
      parts.emit({ type: 'share_failed', kind });
      if (kind !== 'refused') toastError(text.problems.display[kind]);
    } finally {
      isAsking = false;
    }
  }

  const canShare = 'getDisplayMedia' in ((navigator as { mediaDevices?: MediaDevices }).mediaDevices ?? {});
  function act(input: Extract<RemoteInput, { kind: 'wheel' | 'zoom' }>): void {
    const shared = stream.peek();
    if (!shared || !surface) return;
    surface.act(shared, input).then(
      () => {
        if (input.kind === 'zoom') zoomRequest.value = undefined;
      },
      () => {
        if (input.kind === 'zoom') zoomRequest.value = input.direction;
      },
    );
  }

  return {
    stream,
    canShare,
    start,
    stop,
    act,
    zoomRequest,
    isElsewhere: () =>
      stream.value !== undefined &&
      stream.value.getVideoTracks()[0]?.getSettings().displaySurface !== 'monitor',
    abilities: () => (stream.value && surface ? surface.abilities(stream.value) : []),
    zoomByHand() {
      const direction = zoomRequest.peek();
      zoomRequest.value = undefined;
      const { value: shared } = stream;
      if (direction !== undefined && shared && surface)
        surface
          .act(shared, { kind: 'zoom', direction: Math.sign(direction) as -1 | 0 | 1 })
          .catch(() => toastError(text.says.refused));
    },
  };
}
