/** What calls that have begun may take on average, if they do not take half of it when hardly any others are there. */
const TARGET_MS = 200;
/** So many times as long as with hardly any others may calls take, where that is more than the target. */
const MAX_SLOWDOWN = 2;
/** Where the limit begins. */
const INITIAL_LIMIT = 100;
/** So few are no overload, however long they take: some people's pages, or one program that does 32 things at once. */
const MIN_LIMIT = 64;
/** What calls take while no more than these are under way is how long they take by themselves; a third of a smaller least limit. */
const MAX_UNLOADED = 20;
const MAX_LIMIT = 4_000;
/** The most by which one measurement changes the limit. */
const MAX_STEP = 2;
/** A measurement has so many calls, and as many as were under way at once, and takes so long, at the least. */
const MIN_CALLS = 10;
const MIN_WINDOW_MS = 50;
/** With more than a few under way it ends after so long, or once calls should have been done twice, whatever was done. */
const MAX_WINDOW_MS = 400;
/** Of so many measurements with few calls the quickest tells how long calls take by themselves: a pause is no measure. */
const UNLOADED_WINDOWS = 8;
/** By so much what they take by themselves is doubted with each measurement that is near the target: it can be out of date. */
const UNLOADED_DECAY = 0.8;
const DECAY_BELOW_RATIO = 1.3;

/** How many calls of a class may be under way, by how fast they are done. */
export interface AdaptiveConcurrency {
  /** How many are under way. */
  readonly underWay: number;
  readonly limit: number;
  /** Whether one more may begin now. Asking tells that one wants to. */
  hasFree(): boolean;
  /** Counts one that begins, whether there is room or not. */
  begin(): void;
  /** Counts one that has ended. */
  end(): void;
}

/**
 * An adaptive concurrency limit. What calls take on average is measured by Little's law: how many were under way, times how
 * long, divided by how many were done. Where that is more than the target the limit falls, where it is less it grows, if more
 * wanted to begin. Where calls take long by themselves (a database far away), more of them under way are no overload.
 *
 * @param minLimit it never falls below
 * @param clock milliseconds
 */
export function createAdaptiveConcurrency(
  minLimit = MIN_LIMIT,
  clock = () => performance.now(),
): AdaptiveConcurrency {
  const maxUnloaded = Math.min(MAX_UNLOADED, Math.floor(minLimit / 3));
  let limit = Math.min(INITIAL_LIMIT, 2 * minLimit);
  let underWay = 0;
  /** The last measurements with few calls, in milliseconds for each. */
  const unloaded: number[] = [];
  let window = newWindow();
  let countedAt = window.since;

  /** What happened since the last measurement: calls × milliseconds, milliseconds with any, the most at once, those that ended. */
  function newWindow() {
    return { since: clock(), area: 0, busyMs: 0, most: underWay, done: 0, isWanted: false };
  }

  /** How long calls take with hardly any others; 0 when that is not known. */
  const unloadedMs = () => (unloaded.length === 0 ? 0 : Math.min(...unloaded));

  function count(): void {
    const now = clock();
    window.area += underWay * (now - countedAt);
    if (underWay > 0) window.busyMs += now - countedAt;
    countedAt = now;
  }

  function isOver(): boolean {
    const { since, most, done } = window;
    const passed = countedAt - since;
    if (done >= Math.max(MIN_CALLS, most) && passed >= MIN_WINDOW_MS) return true;
    return most > maxUnloaded && passed >= Math.max(MAX_WINDOW_MS, MAX_SLOWDOWN * unloadedMs());
  }

  function measure(): void {
    if (!isOver()) return;
    const { area, busyMs, most, done, isWanted } = window;
    window = newWindow();
    if (area === 0) return;
    const latencyMs = area / Math.max(done, 1);
    const isLoaded = most > maxUnloaded;
    if (!isLoaded && unloaded.push(latencyMs) > UNLOADED_WINDOWS) unloaded.shift();
    const ratio = Math.max(TARGET_MS, MAX_SLOWDOWN * unloadedMs()) / latencyMs;
    if (isLoaded && ratio < DECAY_BELOW_RATIO)
      for (const index of unloaded.keys()) unloaded[index] = (unloaded[index] ?? 0) * UNLOADED_DECAY;
    if (ratio >= 1) {
      if (isWanted) limit = Math.min(MAX_LIMIT, limit * Math.min(MAX_STEP, ratio));
    } else if (isLoaded)
      limit = Math.max(minLimit, limit / MAX_STEP, Math.min(limit, (area / busyMs) * ratio));
  }

  return {
    get underWay() {
      return underWay;
    },
    get limit() {
      return Math.floor(limit);
    },
    hasFree() {
      if (underWay < limit) return true;
      window.isWanted = true;
      count();
      measure();
      return underWay < limit;
    },
    begin() {
      count();
      underWay++;
      // With few a measurement may have gone on for long.
      if (underWay > maxUnloaded && window.most <= maxUnloaded) window = newWindow();
      window.most = Math.max(window.most, underWay);
    },
    end() {
      count();
      underWay--;
      window.done++;
      measure();
    },
  };
}
