import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { toastError } from '../design/toast.tsx';
import { binder } from '../strings/messages/binder.ts';

export interface RecorderProps {
  /** Called once, without a file if the recording was discarded. */
  done: (file?: File) => void;
  /** Called with an unfinished recording when the recorder disappears. */
  leave: (file: File) => void;
}

export function Recorder(props: RecorderProps) {
  const [Loaded, setLoaded] = useState<ComponentType<RecorderProps>>();
  useEffect(() => {
    import('./recorder.tsx').then(
      (module) => setLoaded(() => module.VoiceRecorder),
      () => {
        toastError(binder.refusals.offline);
        props.done();
      },
    );
  }, []);
  return Loaded ? <Loaded {...props} /> : <div class="composer recorder" />;
}
