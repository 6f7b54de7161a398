import { h } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { stopCapture } from '../clip/capture.ts';

/** `<usermedia>`, as much of it as is used here: Chromium has it from 151 on. */
interface UserMediaElement extends HTMLElement {
  readonly stream: MediaStream | null;
}

/**
 * The browser's own button for camera and microphone. A press asks even where they were refused before, which no page can do.
 * @param onGranted both may be asked for now
 */
export function UserMedia({ onGranted }: { onGranted(): void }) {
  const element = useRef<UserMediaElement>(null);
  const granted = useRef(onGranted);
  granted.current = onGranted;
  useEffect(() => {
    const { current } = element;
    const receive = () => {
      // Devices are opened as they were chosen; what the element gave is let go of once they are.
      const given = current?.stream ?? undefined;
      granted.current();
      stopCapture(given);
    };
    current?.addEventListener('stream', receive);
    return () => current?.removeEventListener('stream', receive);
  }, []);
  return h('usermedia', { ref: element, class: 'meet-usermedia' });
}
