import { ServiceError } from './errors.ts';

/** Progress of a module. It ends as `spec` or `failed`; a failed one may still be shown once the cause is gone. */
export type Stage = 'opened' | 'heard' | 'shown' | 'failed';

/** Every start ends within this time, with the module or an error. */
const LIMIT_MS = 10_000;
/** A frame silent for this long is blocked; the doctor is asked why. */
const SILENT_MS = 6_000;

interface StartParts {
  call: string;
  /** Finds the reason for silence, if possible. */
  explain(): Promise<ServiceError | undefined>;
  fail(error: ServiceError): void;
}

/** The start of a module, including waiting for a token. */
export interface ModuleStart {
  readonly stage: Stage;
  /** Paused for lack of a token. */
  isWaiting: boolean;
  /** Its frame or window starts to load. */
  open(): void;
  enter(stage: Exclude<Stage, 'opened'>): void;
  /** Its token was rejected, or replaced. */
  wait(isWaiting: boolean): void;
  end(): void;
}

/** Watches the start of a module: within ten seconds it is shown or fails with a reason. */
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
      // A shown module stays `spec`: a later error is something else.
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
