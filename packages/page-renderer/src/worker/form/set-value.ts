import { PDFHexString, PDFName, type PDFWidgetAnnotation } from '@cantoo/pdf-lib';
import type { FormValue } from '../../form.ts';
import { type OpenField, onState } from './fields.ts';

const RICH_TEXT = 1 << 25;

export function setValue({ field, parts, widgets, states }: OpenField, value: FormValue): void {
  if (field.type === 'checkbox' || field.type === 'radio') {
    const chosen = typeof value === 'string' ? states.get(value) : undefined;
    const stateOf = (widget: PDFWidgetAnnotation | undefined) => {
      const on = (widget && onState(widget)) ?? 'Yes';
      return value === true || on === chosen ? on : 'Off';
    };
    for (const { acroField } of parts) {
      const state = chosen ?? stateOf(acroField.getWidgets()[0]);
      acroField.dict.set(PDFName.of('V'), PDFName.of(state));
    }
    for (const { widget } of widgets) widget.dict.set(PDFName.of('AS'), PDFName.of(stateOf(widget)));
    return;
  }
  for (const { acroField } of parts) {
    const { dict } = acroField;
    const given = Array.isArray(value) ? value : [String(value)];
    const texts = given.map((text) => PDFHexString.fromText(text.replaceAll(/\r\n?/g, '\n')));
    if (Array.isArray(value)) dict.set(PDFName.of('V'), dict.context.obj(texts));
    else dict.set(PDFName.of('V'), texts[0] ?? PDFHexString.fromText(''));
    for (const key of ['I', 'RV']) dict.delete(PDFName.of(key));
    if (field.type === 'text') acroField.clearFlag(RICH_TEXT);
  }
}
