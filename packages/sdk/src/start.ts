import { ServiceError } from './errors.ts';

/**
 * Progress of a module's start, which ends as `shown` or `failed`. A failed module becomes `shown` if the cause
 * disappears.
 */
export type Stage = 'opened' | 'heard' | 'shown' | 'failed';

/** Every start ends within this time: the module is shown, or the start fails. */
const LIMIT_MS = 10_000;
/** A frame that sends no message within this time is blocked. The doctor then looks for the reason. */
const SILENT_MS = 6_000;

interface StartParts {
  call: string;
  /** Looks for the reason why the module sends no message; undefined if there is none. */
  explain(): Promise<ServiceError | undefined>;
  fail(error: ServiceError): void;
}

export interface ModuleStart {
  readonly stage: Stage;
  /** Whether the start is paused because there is no valid token. */
  isWaiting: boolean;
  /** Marks that the module's frame or window starts to load. */
  open(): void;
  enter(stage: Exclude<Stage, 'opened'>): void;
  /** Pauses the start when the token was rejected, and continues when there is a new one. */
  wait(isWaiting: boolean): void;
  end(): void;
}

/** Monitors the start of a module. Calls `fail` unless the module is shown within ten seconds. */
export function watchStart({ call, explain, fail }: StartParts): ModuleStart {
  let limit: ReturnType<typeof setTimeout> | undefined;
  let silent: ReturnType<typeof setTimeout> | undefined;

  function stop(): void {
    clearTimeout(limit);
    clearTimeout(silent);
    limit = undefined;
  }
  function begin(): void {
    limit ??= setTimeout(over, LIMIT_MS);
  }
  function over(): void {
    if (start.isWaiting)
      fail(new ServiceError('invalid_token', 'the access token has expired, and there was no new one'));
    else fail(unknown());
  }
  const unknown = () =>
    new ServiceError(
      start.stage === 'opened' ? 'unreachable' : 'timeout',
      `${call} did not start in time: run Service.doctor()`,
    );
  async function look(): Promise<void> {
    if (start.stage !== 'opened') return;
    const reason = await explain().catch(() => undefined);
    if (start.stage === 'opened') fail(reason ?? unknown());
  }

  const start = {
    stage: 'opened' as Stage,
    isWaiting: false,
    open() {
      begin();
      silent = setTimeout(look, SILENT_MS);
    },
    enter(stage: Stage) {
      if (stage === 'heard' && start.stage !== 'opened') return;
      // A module that was shown stays `shown`. A later error does not belong to its start.
      if (stage !== 'failed' || start.stage !== 'shown') start.stage = stage;
      if (stage !== 'heard' && !(stage === 'shown' && start.isWaiting)) stop();
    },
    wait(isWaiting: boolean) {
      start.isWaiting = isWaiting;
      if (isWaiting) return begin();
      if (start.stage === 'failed') start.stage = 'heard';
      if (start.stage === 'shown') stop();
      else begin();
    },
    end: stop,
  };
  return start;
}
