import type { PageSize } from './inspection.ts';

/** Fractions of the displayed page, from the upper left. */
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
  /** With its parents' names, separated by dots. */
  name: string;
  label: string;
  type: 'text' | 'checkbox' | 'radio' | 'choice';
  /** Empty if not filled in. An array for a multiple choice. */
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
  /** Points; undefined if the text adapts. */
  font_size?: number;
  widgets: FormWidget[];
}

/** Viewers ignore or reject a change of these forms. */
export type FormRefusal = 'xfa' | 'signed' | 'encrypted' | 'too_large' | 'unreadable';

export interface PdfForm {
  refusal?: FormRefusal;
  fields: FormField[];
}

export type FilledForm =
  | { type: 'filled' }
  | { type: 'refused'; refusal: FormRefusal }
  | { type: 'invalid'; errors: { name: string; message: string }[] };
