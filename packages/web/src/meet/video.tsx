import { useLayoutEffect, useRef } from 'preact/hooks';

interface VideoProps {
  stream: MediaStream | undefined;
  label: string;
  isMirrored?: boolean;
  isWhole?: boolean;
}

export function Video({ stream, label, isMirrored, isWhole }: VideoProps) {
  const element = useRef<HTMLVideoElement>(null);
  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return;
    if (current.srcObject !== (stream ?? null)) current.srcObject = stream ?? null;
    // Browsers rarely block the autoplay of a muted video.
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
