import type { PageSize } from './inspection.ts';

/** One place of a field on a page. Sides are fractions of the page as displayed, from its upper left corner. */
export interface FormWidget extends PageSize {
  /** Counts from 0. */
  page_index: number;
  x: number;
  y: number;
  /** The option that a radio button selects. */
  option?: string;
}

export interface FormOption {
  value: string;
  label: string;
}

export type FormValue = string | boolean | string[];

export interface FormField {
  /** With the names of its parents, separated by dots. */
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
  /** Whether a choice also accepts other text. */
  allows_other?: boolean;
  /** In points; missing if the text adapts to its field. */
  font_size?: number;
  widgets: FormWidget[];
}

/** Forms that the service must not change, because a viewer would ignore or reject the result. */
export type FormRefusal = 'xfa' | 'signed' | 'encrypted' | 'too_large' | 'unreadable';

export interface PdfForm {
  refusal?: FormRefusal;
  fields: FormField[];
}

export type FilledForm =
  | { type: 'filled' }
  | { type: 'refused'; refusal: FormRefusal }
  | { type: 'invalid'; errors: { name: string; message: string }[] };
