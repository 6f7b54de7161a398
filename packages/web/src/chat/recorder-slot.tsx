import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { toastError } from '../design/toast.tsx';
import { binder } from '../strings/messages/binder.ts';
import type { RecorderProps } from './recorder.tsx';

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
