/** How often it ticks where the page keeps up, and how long it leaves to the rest of a busy page, in milliseconds. */
export interface Pace {
  everyMs: number;
  maxRestMs: number;
}

/** Timers of a tab that nobody looks at are held up to a second and more; those of a worker are not. */
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

// The first message says how often; each that follows, that a tick was worked off. Until then there is no other, so that a
// page that stood still has one to catch up with and not hundreds.
scope.onmessage = ({ data }) => {
  if (data) {
    pace = data;
    tick();
    return;
  }
  const took = performance.now() - tickedAt;
  setTimeout(tick, Math.max(pace.everyMs - took, Math.min(took, pace.maxRestMs)));
};
