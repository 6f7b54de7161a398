import { useLayoutEffect, useRef } from 'preact/hooks';

interface VideoProps {
  stream: MediaStream | undefined;
  label: string;
  /** One's own camera is seen as in a mirror. */
  isMirrored?: boolean;
  /** A screen is shown whole; of a camera the edges may go. */
  isWhole?: boolean;
  onSize?: (width: number, height: number) => void;
}

export function Video({ stream, label, isMirrored, isWhole }: VideoProps) {
  const element = useRef<HTMLVideoElement>(null);
  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return;
    if (current.srcObject !== (stream ?? null)) current.srcObject = stream ?? null;
    // Where it may not begin by itself it does with the first press of anything.
    if (stream) current.play().catch(() => undefined);
  }, [stream]);
  return (
    <video
      ref={element}
      class="meet-video"
      data-mirrored={isMirrored}
      data-whole={isWhole}
      aria-label={label}
      autoPlay
      playsInline
      muted
      disablePictureInPicture
    />
  );
}
