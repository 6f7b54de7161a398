export interface Finding {
  /** Stable identifier, such as `origin_not_registered`. */
  code: string;
  /** `error`: no module is shown. `warning`: some features fail. */
  severity: 'error' | 'warning' | 'info';
  sentence: string;
  mend: string;
}

type Wording = [sentence: string, mend: string];

export const failure = (code: string, ...[sentence, mend]: Wording): Finding => ({
  code,
  severity: 'error',
  sentence,
  mend,
});

export const warning = (code: string, ...[sentence, mend]: Wording): Finding => ({
  code,
  severity: 'warning',
  sentence,
  mend,
});

export const note = (code: string, ...[sentence, mend]: Wording): Finding => ({
  code,
  severity: 'info',
  sentence,
  mend,
});
