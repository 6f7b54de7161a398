import type { PageSize } from './inspection.ts';

/** Position and size are fractions of the displayed page, from its upper left corner. */
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
  /** Includes the names of parent fields, separated by dots. */
  name: string;
  label: string;
  type: 'text' | 'checkbox' | 'radio' | 'choice';
  /** An array if several choices are allowed. */
  value: FormValue;
  is_required: boolean;
  is_read_only: boolean;
  is_multiline?: boolean;
  is_comb?: boolean;
  /** In UTF-16 units. */
  max_length?: number;
  options?: FormOption[];
  is_multiple?: boolean;
  allows_other?: boolean;
  /** In points. Undefined if viewers adapt the size to the text. */
  font_size?: number;
  widgets: FormWidget[];
}

export type FormRefusal = 'xfa' | 'signed' | 'encrypted' | 'too_large' | 'unreadable';

export interface PdfForm {
  refusal?: FormRefusal;
  fields: FormField[];
}

export type FilledForm =
  | { type: 'filled' }
  | { type: 'refused'; refusal: FormRefusal }
  | { type: 'invalid'; errors: { name: string; message: string }[] };
