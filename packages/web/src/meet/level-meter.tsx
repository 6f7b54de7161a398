import { signal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { LevelMeter } from '../clip/level.tsx';
import type { Devices } from './devices.ts';

/** How loud one's microphone is, while it is shown. */
export function OwnLevel({ devices }: { devices: Devices }) {
  const level = useMemo(() => signal(0), []);
  useEffect(() => {
    let frame = requestAnimationFrame(function measure() {
      level.value = Math.round(devices.level() * 20) / 20;
      frame = requestAnimationFrame(measure);
    });
    return () => cancelAnimationFrame(frame);
  }, []);
  return <LevelMeter level={level} />;
}
