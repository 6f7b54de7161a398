import { ServiceError } from './errors.ts';

/** `heard`: the module has sent a message. A failed module may still become `shown`. */
export type Stage = 'opened' | 'heard' | 'shown' | 'failed';

const LIMIT_MS = 10_000;
/** A module that sends nothing for this time counts as failed. */
const SILENT_MS = 6_000;

interface StartParts {
  call: string;
  /** Resolves with undefined if nothing explains the silence. */
  explain(): Promise<ServiceError | undefined>;
  fail(error: ServiceError): void;
}

export interface ModuleStart {
  readonly stage: Stage;
  isWaiting: boolean;
  open(): void;
  enter(stage: Exclude<Stage, 'opened'>): void;
  wait(isWaiting: boolean): void;
  end(): void;
}

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
