import { ServiceError } from './errors.ts';

/** How far a module has come. It ends as `shown` or `failed`; a failed one is shown after all where its reason goes. */
export type Stage = 'opened' | 'heard' | 'shown' | 'failed';

/** Every start ends by then: with the module, or with an error. */
const LIMIT_MS = 10_000;
/** A frame that says nothing for so long was kept from it: the doctor is asked why. */
const SILENT_MS = 6_000;

interface StartParts {
  call: string;
  /** Finds out why nothing is heard; undefined where that is not known. */
  explain(): Promise<ServiceError | undefined>;
  fail(error: ServiceError): void;
}

/** The start of one module, and its waiting for a token. */
export interface ModuleStart {
  readonly stage: Stage;
  /** Whether it stands still for want of a token. */
  isWaiting: boolean;
  /** What shows it begins to load. */
  open(): void;
  enter(stage: Exclude<Stage, 'opened'>): void;
  /** It was refused its token, or has got the next one. */
  wait(isWaiting: boolean): void;
  end(): void;
}

/** Watches the start of a module: whatever happens, within ten seconds it is shown, or has failed with a reason. */
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
      fail(new ServiceError('invalid_token', 'the access token has ended, and no other came'));
    else fail(unknown());
  }
  const unknown = () =>
    new ServiceError(
      start.stage === 'opened' ? 'unreachable' : 'timeout',
      `${call} did not begin in time: ask Service.doctor()`,
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
      // What was shown goes on: it has failed in something else.
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
