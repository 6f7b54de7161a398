import type { PageSize } from './inspection.ts';

/** Fractions of the displayed page, from its upper left corner. */
export interface FormWidget extends PageSize {
  /** Counts from 0. */
  page_index: number;
  x: number;
  y: number;
  option?: string;
}

export interface FormOption {
  value: string;
  label: string;
}

export type FormValue = string | boolean | string[];

export interface FormField {
  /** Includes the names of its parents, separated by dots. */
  name: string;
  label: string;
  type: 'text' | 'checkbox' | 'radio' | 'choice';
  /** Empty if nothing is filled in. An array for a choice of several. */
  value: FormValue;
  is_required: boolean;
  is_read_only: boolean;
  is_multiline?: boolean;
  is_comb?: boolean;
  /** UTF-16 units. */
  max_length?: number;
  options?: FormOption[];
  is_multiple?: boolean;
  /** A choice also accepts other text. */
  allows_other?: boolean;
  /** In points; undefined if the text adapts to its field. */
  font_size?: number;
  widgets: FormWidget[];
}

/** Viewers would ignore or reject a change of these forms. */
export type FormRefusal = 'xfa' | 'signed' | 'encrypted' | 'too_large' | 'unreadable';

export interface PdfForm {
  refusal?: FormRefusal;
  fields: FormField[];
}

export type FilledForm =
  | { type: 'filled' }
  | { type: 'refused'; refusal: FormRefusal }
  | { type: 'invalid'; errors: { name: string; message: string }[] };
