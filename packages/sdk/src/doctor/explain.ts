import type { ServiceErrorDetail } from '../types.ts';
import type { Finding } from './finding.ts';
import { lookInFrame } from './frame.ts';
import { lookAtPage } from './page.ts';
import type { CheckContext } from './parts.ts';
import { lookAtServer } from './server.ts';
import { watchViolations } from './violations.ts';

/** What keeps a module from being heard at all, the first cause first. */
const CAUSES = [
  ...['page_without_origin', 'mixed_content', 'client_unknown', 'origin_not_registered', 'not_built'],
  ...['csp_frame_src', 'server_unreachable', 'coep', 'frame_blocked', 'old_browser'],
];

/** Why a module says nothing; undefined where nothing is found that would keep it from that. @param isFrame or else a window */
export async function explain(
  input: Omit<CheckContext, 'violations'>,
  isFrame: boolean,
): Promise<ServiceErrorDetail | undefined> {
  const violations = watchViolations();
  const look = { ...input, violations };
  try {
    const looks = [lookAtPage(look), lookAtServer(look), ...(isFrame ? [lookInFrame(look, 1)] : [])];
    const found = (await Promise.all(looks)).flat();
    const isBlocked = found.some(({ code }) => code === 'frame_blocked');
    const cause = CAUSES.flatMap((code) => found.filter((each) => each.code === code)).find(
      // Frames of the server are shown there, unless something takes their headers away.
      ({ code }) => code !== 'coep' || isBlocked,
    );
    return cause && { error_code: cause.code.replaceAll('_', ' '), error_message: messageOf(cause) };
  } finally {
    violations.stop();
  }
}

/** As errors have it: without the stop at the end. */
const messageOf = ({ sentence, mend }: Finding) => `${sentence} ${mend}`.slice(0, -1);
