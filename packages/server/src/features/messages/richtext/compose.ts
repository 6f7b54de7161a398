import { because, invalid } from '../../../errors.ts';
import { isStorableText } from '../../../http/index.ts';
import { BadRichtext, bbcodeToHtml, htmlToText } from './bbcode.ts';
import { markdownToBbcode } from './markdown.ts';
import { asBbcode, asHtml, asText, type Fields, fillTemplate, TemplateTooLong } from './template.ts';

export interface Template {
  template_type?: 'text' | 'richtext' | 'page';
  template?: string;
}

export interface ButtonInput {
  /** Older bot frameworks send no type, which means `postback`. */
  type?: 'account_link' | 'postback';
  text: string;
  payload?: unknown;
}

/** An `account_link` has no `payload`. */
export interface Button {
  id: string;
  type: 'account_link' | 'postback';
  text: string;
  payload?: unknown;
}

export interface RichInput {
  text?: string | undefined;
  richtext?: string | undefined;
  /** Without formatting, it becomes plain text. */
  markdown?: string | undefined;
  fields?: Fields | undefined;
  templates?: readonly Template[] | undefined;
  buttons?: readonly ButtonInput[] | undefined;
}

export interface Composed {
  /** Empty only if the message has attachments or a page. */
  text: string;
  richtext: string | null;
  html: string | null;
  fields: Fields | null;
  buttons: Button[] | null;
  page: string | null;
}

const MAX_LENGTH = 65_536;
const MAX_PAYLOAD_LENGTH = 16_384;

/**
 * Without templates and texts, the message lists the fields.
 *
 * @param allowsEmpty for a message with attachments
 */
export function composeMessage(input: RichInput, allowsEmpty = false): Composed {
  const { fields = {}, templates = [], buttons } = input;
  const { text: givenText, richtext: givenRichtext } = withoutMarkdown(input);
  const filled = (type: string, escaped: (value: string) => string, field: string) =>
    templates
      .filter(({ template_type = 'text' }) => template_type === type)
      .map(({ template = '' }) => fill(template, fields, escaped, field));
  const lines = templates.length === 0 && !givenText && !givenRichtext ? fieldLines(fields) : undefined;
  const text = joined([givenText, lines, ...filled('text', asText, 'message.text')], 'message.text');
  const rich = filled('richtext', asBbcode, 'message.richtext');
  const richtext = joined([givenRichtext, ...rich], 'message.richtext');
  const page = filled('page', asHtml, 'fields_template').join('\n');
  if (page.length > MAX_LENGTH) throw tooLong('fields_template');
  const richField = input.markdown ? 'message.markdown' : 'message.richtext';
  const html = richtext === '' ? null : convertOrReject(richField, () => bbcodeToHtml(richtext));
  const words = text || (html && htmlToText(html)) || (html ? richtext.slice(0, MAX_LENGTH) : '');
  if (words === '' && page === '' && !allowsEmpty)
    throw invalid('message.text', because('message_text_needed'));
  return {
    text: words,
    richtext: richtext || null,
    html,
    fields: input.fields ?? null,
    buttons: buttons && buttons.length > 0 ? buttons.map(createButton) : null,
    page: page || null,
  };
}

function withoutMarkdown({ text, richtext, markdown }: RichInput): Pick<RichInput, 'text' | 'richtext'> {
  if (!markdown) return { text, richtext };
  if (richtext) throw invalid('message.markdown', 'cannot be combined with message.richtext');
  const bbcode = convertOrReject('message.markdown', () => markdownToBbcode(markdown));
  if (bbcode.length > MAX_LENGTH)
    throw invalid('message.markdown', `has more than ${MAX_LENGTH} characters as BBCode`);
  const hasFormatting = bbcode.includes('[');
  return hasFormatting ? { text, richtext: bbcode } : { text: text || htmlToText(bbcodeToHtml(bbcode)) };
}

export function hasForm({ richtext, fields, buttons }: Composed): boolean {
  return richtext !== null || fields !== null || buttons !== null;
}

function fieldLines(fields: Fields): string {
  return Object.entries(fields)
    .filter(([, value]) => value !== null && value !== '')
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');
}

function fill(template: string, fields: Fields, escaped: (value: string) => string, field: string): string {
  try {
    return fillTemplate(template, fields, escaped, MAX_LENGTH);
  } catch (error) {
    if (error instanceof TemplateTooLong) throw tooLong(field);
    throw error;
  }
}

function tooLong(field: string) {
  return invalid(field, `has more than ${MAX_LENGTH} characters when its templates are filled in`);
}

function joined(parts: (string | undefined)[], field: string): string {
  const filled = parts.filter((part) => part !== undefined && part !== '');
  const text = filled.join('\n');
  if (filled.length > 0 && text !== parts[0] && text.length > MAX_LENGTH) throw tooLong(field);
  return text;
}

function convertOrReject(field: string, convert: () => string): string {
  try {
    return convert();
  } catch (error) {
    if (error instanceof BadRichtext) throw invalid(field, error.message);
    throw error;
  }
}

function createButton({ type = 'postback', text, payload }: ButtonInput, place: number): Button {
  const button = { id: String(place + 1), type, text };
  if (type !== 'postback') return button;
  checkPayload(payload, `message.buttons[${place}].payload`);
  return { ...button, payload: payload ?? text };
}

/** Each tap copies the payload to the log and the bot. */
function checkPayload(payload: unknown, field: string): void {
  let isStorable = true;
  const json = JSON.stringify(payload, (key, value) => {
    isStorable &&= isStorableText(key) && (typeof value !== 'string' || isStorableText(value));
    return value;
  });
  if (!isStorable) throw invalid(field, because('broken_text'));
  if ((json ?? '').length > MAX_PAYLOAD_LENGTH)
    throw invalid(field, `has more than ${MAX_PAYLOAD_LENGTH} characters as JSON`);
}
