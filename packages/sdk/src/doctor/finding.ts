/** Something that keeps a module from being shown, or from doing all it can. */
export interface Finding {
  /** Like `origin_not_registered`: the same in every version. */
  code: string;
  /** `error`: modules are not shown. `warning`: a part of them does not work. `info`: good to know. */
  severity: 'error' | 'warning' | 'info';
  /** What is the matter, in a sentence. */
  sentence: string;
  /** What to do about it, in a sentence. */
  mend: string;
}

type Said = [sentence: string, mend: string];

/** Modules are not shown, because of this. */
export const failure = (code: string, ...[sentence, mend]: Said): Finding => ({
  code,
  severity: 'error',
  sentence,
  mend,
});

/** A part of the modules does not work. */
export const warning = (code: string, ...[sentence, mend]: Said): Finding => ({
  code,
  severity: 'warning',
  sentence,
  mend,
});

/** Something that is good to know. */
export const note = (code: string, ...[sentence, mend]: Said): Finding => ({
  code,
  severity: 'info',
  sentence,
  mend,
});
