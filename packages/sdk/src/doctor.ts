import type { Finding } from './doctor/diagnose.ts';
import type { Settings } from './settings.ts';

/** Gets what looks: it is too large for the loader. */
export type LoadDoctor = () => Promise<typeof import('./doctor/diagnose.ts')>;

/** Where the server has it. @param home the address of the script */
export const doctorFrom = (home: string): LoadDoctor => {
  const address = new URL('doctor.mjs', home).href;
  return () => import(/* @vite-ignore */ address);
};

const finding = (code: string, sentence: string, mend: string): Finding[] => [
  { code, severity: 'error', sentence, mend },
];

/** Looks at what keeps modules from being shown, and gives it, the worst first. It rejects never. */
export async function callDoctor(
  load: LoadDoctor | undefined,
  settings: Settings | undefined,
  isBrowserSupported: boolean,
): Promise<Finding[]> {
  if (!settings)
    return finding(
      'not_initialised',
      'Service.init was not called, or it failed.',
      'Call Service.init with mode and client_id before anything else.',
    );
  const isClick = navigator.userActivation?.isActive ?? false;
  try {
    const { diagnose } = await (load ?? doctorFrom(`${settings.origin}/sdk/`))();
    return await diagnose({ settings, isBrowserSupported, isClick });
  } catch (error) {
    return finding(
      'csp_script_src',
      `${settings.origin}/sdk/doctor.mjs could not be loaded: ${(error as Error).message}.`,
      `Allow ${settings.origin} in script-src, as a whole and not by the path of one script.`,
    );
  }
}
