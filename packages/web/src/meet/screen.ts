import { type ReadonlySignal, signal } from '@preact/signals';
import type { MeetConnection } from '@ringbinder/client/meet';
import { captureDisplay, stopCapture } from '../clip/capture.ts';
import { CaptureProblem } from '../clip/problems.ts';
import { toast } from '../design/toast.tsx';
import { meet as text } from '../strings/en/meet.ts';
import type { MeetModuleEvent } from './context.ts';

/** One's own screen, as it is shared. */
export interface Screen {
  stream: ReadonlySignal<MediaStream | undefined>;
  /** Whether this browser can share one; phones cannot. */
  canShare: boolean;
  start(): Promise<void>;
  stop(): void;
}

/** Shares a screen, a window or a tab, with its sound where it has some, until it is stopped here or by the browser. */
export function openScreen(parts: {
  connection(): MeetConnection | undefined;
  tell(event: MeetModuleEvent): void;
}): Screen {
  const stream = signal<MediaStream | undefined>(undefined);
  let isAsking = false;

  function stop(): void {
    const { value: shared } = stream;
    if (!shared) return;
    stream.value = undefined;
    stopCapture(shared);
    const connection = parts.connection();
    if (connection && connection.state.phase !== 'ended') {
      connection.unpublish('screen');
      if (shared.getAudioTracks().length > 0) connection.unpublish('screen_audio');
    }
    parts.tell({ type: 'unshared' });
  }

  async function start(): Promise<void> {
    if (isAsking || stream.peek()) return;
    isAsking = true;
    try {
      const shared = await captureDisplay();
      const [picture] = shared.getVideoTracks();
      const [sound] = shared.getAudioTracks();
      const connection = parts.connection();
      if (!picture || connection?.state.phase !== 'joined') return stopCapture(shared);
      // Letters are to stay sharp; a film may be less so.
      if ('contentHint' in picture && !sound) picture.contentHint = 'detail';
      picture.addEventListener('ended', stop);
      stream.value = shared;
      await connection.publish('screen', picture);
      if (sound) await connection.publish('screen_audio', sound);
      parts.tell({ type: 'shared' });
    } catch (error) {
      stop();
      const kind = error instanceof CaptureProblem ? error.kind : 'failed';
      parts.tell({ type: 'share_failed', kind });
      // Who closed the browser's question knows.
      if (kind !== 'refused') toast(text.problems.display[kind]);
    } finally {
      isAsking = false;
    }
  }

  const canShare = 'getDisplayMedia' in ((navigator as { mediaDevices?: MediaDevices }).mediaDevices ?? {});
  return { stream, canShare, start, stop };
}
