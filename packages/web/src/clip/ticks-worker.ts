export interface Pace {
  everyMs: number;
  maxRestMs: number;
}

/** Background tabs throttle timers to a second or more, except in workers. */
const scope = self as unknown as {
  onmessage: (event: MessageEvent<Pace | null>) => void;
  postMessage(value: 0): void;
};

let pace: Pace;
let tickedAt = 0;

function tick(): void {
  tickedAt = performance.now();
  scope.postMessage(0);
}

// Each message after the pace acknowledges a tick. A page that stalls receives one tick instead of hundreds.
scope.onmessage = ({ data }) => {
  if (data) {
    pace = data;
    tick();
    return;
  }
  const took = performance.now() - tickedAt;
  setTimeout(tick, Math.max(pace.everyMs - took, Math.min(took, pace.maxRestMs)));
};
