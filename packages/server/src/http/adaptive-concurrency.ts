/** What calls that have begun may take on average: the limit is set so that, by Little's law, they do. */
const TARGET_MS = 200;
/** Where it begins. */
const INITIAL_LIMIT = 100;
/** So few say nothing about what can be done, and are no overload, however long they take. */
const MIN_LIMIT = 20;
const MAX_LIMIT = 4_000;
/** The most by which one measurement changes the limit. */
const MAX_STEP = 2;

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
 * An adaptive concurrency limit (Little's law): the time in which as many calls are done as are under way is the time that
 * each takes. Where that is more than the target the limit falls, where it is less it grows, if more wanted to begin.
 *
 * @param clock milliseconds
 */
export function createAdaptiveConcurrency(clock = () => performance.now()): AdaptiveConcurrency {
  let limit = INITIAL_LIMIT;
  let underWay = 0;
  /** When the measurement under way began (NaN: none is), and of how many calls. */
  let since = Number.NaN;
  let measured = 0;
  let done = 0;
  let isWanted = false;

  function beginMeasurement(): void {
    since = underWay < MIN_LIMIT ? Number.NaN : clock();
    measured = underWay;
    done = 0;
    isWanted = false;
  }

  function measure(): void {
    const passed = clock() - since;
    if (done < measured && passed < TARGET_MS * MAX_STEP) return;
    const ratio = (TARGET_MS * done) / (Math.max(passed, 1) * measured);
    if (ratio < 1) limit = Math.max(MIN_LIMIT, limit / MAX_STEP, Math.min(limit, measured * ratio));
    else if (isWanted) limit = Math.min(MAX_LIMIT, limit * Math.min(MAX_STEP, ratio));
    beginMeasurement();
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
      isWanted = true;
      measure();
      return underWay < limit;
    },
    begin() {
      underWay++;
      if (Number.isNaN(since)) beginMeasurement();
    },
    end() {
      underWay--;
      if (Number.isNaN(since)) return;
      done++;
      measure();
    },
  };
}
