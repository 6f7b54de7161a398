import type { ServiceErrorDetail } from '../types.ts';
import { type Finding, failure } from './finding.ts';
import { checkFrame } from './frame.ts';
import { checkNetwork } from './network.ts';
import { checkPage } from './page.ts';
import type { CheckContext, DoctorInput } from './parts.ts';
import { checkServer } from './server.ts';
import { watchViolations } from './violations.ts';

export type { Finding } from './finding.ts';
export { checkNetwork } from './network.ts';

const ORDER = ['error', 'warning', 'info'];

/** Returns findings, most severe first, within twenty seconds. */
export async function diagnose({ settings, ...input }: DoctorInput): Promise<Finding[]> {
  if (!settings)
    return [
      failure(
        'not_initialised',
        'Service.init was not called, or it failed.',
        'Call Service.init with mode and client_id before anything else.',
      ),
    ];
  const violations = watchViolations();
  try {
    const context = { ...input, settings, violations };
    const { origin, base, accessToken } = settings;
    const checks = [
      ...[checkPage(context), checkServer(context), checkFrame(context)],
      checkNetwork(`${origin}${base}`, accessToken),
    ];
    const findings = (await Promise.all(checks)).flat();
    const codes = new Set(findings.map(({ code }) => code));
    const isUnseen = (code: string, ...causes: string[]) =>
      codes.has(code) && causes.some((each) => codes.has(each));
    const reported = findings.filter(
      ({ code }, index) =>
        (findings.findIndex((each) => each.code === code) === index ||
          /^(meets_relay|module_failed)/.test(code)) &&
        !(code === 'coep' && !codes.has('frame_blocked')) &&
        !(
          code === 'frame_blocked' &&
          isUnseen(code, 'coep', 'mixed_content', 'server_unreachable', 'page_without_origin')
        ) &&
        !(code === 'origin_not_registered' && isUnseen(code, 'page_without_origin')) &&
        !(code === 'server_unreachable' && isUnseen(code, 'mixed_content')),
    );
    return reported.sort((one, other) => ORDER.indexOf(one.severity) - ORDER.indexOf(other.severity));
  } finally {
    violations.stop();
  }
}

const CAUSES = [
  ...['page_without_origin', 'mixed_content', 'client_unknown', 'origin_not_registered', 'not_built'],
  ...['csp_frame_src', 'server_unreachable', 'coep', 'frame_blocked', 'old_browser'],
];

/** @param isFrame is false for a window */
export async function explain(
  input: Omit<CheckContext, 'violations'>,
  isFrame: boolean,
): Promise<ServiceErrorDetail | undefined> {
  const violations = watchViolations();
  const context = { ...input, violations };
  try {
    const checks = [checkPage(context), checkServer(context), ...(isFrame ? [checkFrame(context, 1)] : [])];
    const findings = (await Promise.all(checks)).flat();
    const isBlocked = findings.some(({ code }) => code === 'frame_blocked');
    const cause = CAUSES.flatMap((code) => findings.filter((each) => each.code === code)).find(
      ({ code }) => code !== 'coep' || isBlocked,
    );
    return cause && { error_code: cause.code.replaceAll('_', ' '), error_message: messageOf(cause) };
  } finally {
    violations.stop();
  }
}

const messageOf = ({ sentence, mend }: Finding) => `${sentence} ${mend}`.slice(0, -1);
