import type { Finding } from './doctor/diagnose.ts';
import type { DoctorInput } from './doctor/parts.ts';

export type LoadDoctor = () => Promise<typeof import('./doctor/diagnose.ts')>;

export async function callDoctor(load: LoadDoctor, input: Omit<DoctorInput, 'isClick'>): Promise<Finding[]> {
  const isClick = navigator.userActivation?.isActive ?? false;
  try {
    const { diagnose } = await load();
    return await diagnose({ ...input, isClick });
  } catch (error) {
    const sentence = `The doctor cannot run: ${(error as Error).message}.`;
    const mend = 'Call Service.init, and allow the whole server in script-src, not the path of one script.';
    return [{ code: 'csp_script_src', severity: 'error', sentence, mend }];
  }
}
