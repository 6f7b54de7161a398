export type CapturedDevice = 'display' | 'camera' | 'microphone' | 'recorder';

/**
 * `refused`: the user has just refused. `blocked`: browser or system settings forbid the capture. `policy`:
 * the host page forbids the capture. `busy`: another program uses the device.
 */
export type ProblemKind = 'refused' | 'blocked' | 'policy' | 'missing' | 'busy' | 'failed';

export class CaptureProblem extends Error {
  readonly device: CapturedDevice;
  readonly kind: ProblemKind;
  constructor(device: CapturedDevice, kind: ProblemKind, cause?: unknown) {
    super(`${device}: ${kind}`, { cause });
    this.device = device;
    this.kind = kind;
  }
}

const POLICIES = { display: 'display-capture', camera: 'camera', microphone: 'microphone' } as const;

export async function problemOf(device: CapturedDevice, error: unknown): Promise<CaptureProblem> {
  if (error instanceof CaptureProblem) return error;
  const { name = '', message = '' } = error instanceof Error ? error : {};
  return new CaptureProblem(device, await kindOf(device, name, message), error);
}

async function kindOf(device: CapturedDevice, name: string, message: string): Promise<ProblemKind> {
  switch (name) {
    case 'NotAllowedError':
    case 'SecurityError':
      if (isForbidden(device, message)) return 'policy';
      return /system/i.test(message) || (await isBlocked(device)) ? 'blocked' : 'refused';
    case 'NotFoundError':
    case 'OverconstrainedError':
      return 'missing';
    case 'NotReadableError':
    case 'AbortError':
      return 'busy';
    default:
      return 'failed';
  }
}

/** Only Chromium has `featurePolicy`. */
function isForbidden(device: CapturedDevice, message: string): boolean {
  if (/policy/i.test(message)) return true;
  if (device === 'recorder') return false;
  const { featurePolicy } = document as { featurePolicy?: { allowsFeature(name: string): boolean } };
  return featurePolicy?.allowsFeature(POLICIES[device]) === false;
}

async function isBlocked(device: CapturedDevice): Promise<boolean> {
  if (device !== 'camera' && device !== 'microphone') return false;
  const permission = navigator.permissions?.query({ name: device as PermissionName });
  const state = await permission?.then(
    (status) => status.state,
    () => undefined, // this browser does not know the permission
  );
  return state === 'denied';
}
