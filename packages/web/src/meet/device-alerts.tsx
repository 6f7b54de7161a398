import { type ComponentChildren, h } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { stopCapture } from '../clip/capture.ts';
import { Alert } from '../design/states.tsx';
import { meeting as text } from '../strings/messages/meeting.ts';
import type { DeviceKind, Devices } from './devices.ts';

const KINDS = ['camera', 'microphone'] as const;

export function DeviceAlerts({ devices }: { devices: Devices }) {
  // The `<usermedia>` button requests the camera and the microphone together.
  const refused = KINDS.filter((kind) => isRefused(devices, kind));
  const hasButton = refused.length > 0 && 'HTMLUserMediaElement' in window;
  return (
    <>
      <Trouble>{hasButton && <Recovery devices={devices} kinds={refused} />}</Trouble>
      {KINDS.map((kind) => {
        const { problem } = devices[kind].value;
        const isShown = problem && !(hasButton && refused.includes(kind));
        return (
          <Trouble key={kind}>
            {isShown && <DeviceProblem devices={devices} kind={kind} problem={problem} />}
          </Trouble>
        );
      })}
    </>
  );
}

const Trouble = ({ children }: { children: ComponentChildren }) => (
  <Alert as="div" class="notice warn meet-trouble">
    {children}
  </Alert>
);

function isRefused(devices: Devices, kind: DeviceKind): boolean {
  const { problem } = devices[kind].value;
  return problem === 'refused' || problem === 'blocked';
}

function Recovery({ devices, kinds }: { devices: Devices; kinds: readonly DeviceKind[] }) {
  const words = text.problems.recovery;
  const [only = 'camera'] = kinds;
  const turn = (isOn: boolean) => {
    for (const kind of kinds) void devices.turn(kind, isOn);
  };
  return (
    <>
      <p>{kinds.length > 1 ? words.both : words[only]}</p>
      <div>
        <UserMedia onGranted={() => turn(true)} />
        <button type="button" class="button compact quiet" onClick={() => turn(false)}>
          {kinds.length > 1 ? words.without : text.ready.without[only]}
        </button>
      </div>
    </>
  );
}

interface DeviceProblemProps {
  devices: Devices;
  kind: DeviceKind;
  problem: keyof typeof text.problems.camera;
}

function DeviceProblem({ devices, kind, problem }: DeviceProblemProps) {
  return (
    <>
      <p>{text.problems[kind][problem]}</p>
      <div>
        <button type="button" class="button compact" onClick={() => void devices.turn(kind, true)}>
          {text.ready.again}
        </button>
        <button type="button" class="button compact quiet" onClick={() => void devices.turn(kind, false)}>
          {text.ready.without[kind]}
        </button>
      </div>
    </>
  );
}

/** Chromium has `<usermedia>` since version 151. */
interface UserMediaElement extends HTMLElement {
  readonly stream: MediaStream | null;
}

/** Unlike scripts, the browser's own button can ask again after a denial. */
function UserMedia({ onGranted }: { onGranted(): void }) {
  const element = useRef<UserMediaElement>(null);
  const granted = useRef(onGranted);
  granted.current = onGranted;
  useEffect(() => {
    const { current } = element;
    const receive = () => {
      // The chosen devices open before the element's stream is released.
      const stream = current?.stream ?? undefined;
      granted.current();
      stopCapture(stream);
    };
    current?.addEventListener('stream', receive);
    return () => current?.removeEventListener('stream', receive);
  }, []);
  return h('usermedia', { ref: element, class: 'meet-usermedia' });
}
