import { type Finding, note } from './finding.ts';
import { lookInFrame } from './frame.ts';
import { lookAtPage } from './page.ts';
import type { DoctorInput } from './parts.ts';
import { lookAtServer } from './server.ts';
import { watchViolations } from './violations.ts';

export type { Finding } from './finding.ts';

const ORDER = ['error', 'warning', 'info'];

/** Looks at what keeps modules from this page: the worst first. It changes nothing, and takes twenty seconds at the most. */
export async function diagnose(input: DoctorInput): Promise<Finding[]> {
  const violations = watchViolations();
  try {
    const look = { ...input, violations };
    const found = (await Promise.all([lookAtPage(look), lookAtServer(look), lookInFrame(look)])).flat();
    const codes = new Set(found.map(({ code }) => code));
    const isUnseen = (code: string, ...causes: string[]) =>
      codes.has(code) && causes.some((each) => codes.has(each));
    // What follows from something that is known is not said a second time.
    const told = found.filter(
      ({ code }, index) =>
        found.findIndex((each) => each.code === code) === index &&
        // Frames of the server are shown there, unless something takes their headers away.
        !(code === 'coep' && !codes.has('frame_blocked')) &&
        !(
          code === 'frame_blocked' &&
          isUnseen(code, 'coep', 'mixed_content', 'server_unreachable', 'page_without_origin')
        ) &&
        // `null` is nothing that could be registered.
        !(code === 'origin_not_registered' && isUnseen(code, 'page_without_origin')) &&
        !(code === 'server_unreachable' && isUnseen(code, 'mixed_content')),
    );
    told.push(
      note(
        'meets_unknown',
        'Whether UDP or a TURN server can be reached is told within a meet alone, under More, What is wrong with my connection.',
        'Nothing has to be done unless pictures are coarse or sound breaks off there.',
      ),
    );
    return told.sort((one, other) => ORDER.indexOf(one.severity) - ORDER.indexOf(other.severity));
  } finally {
    violations.stop();
  }
}
