import type { Catalogue } from '@ringbinder/locales';
import type { Notification } from '@ringbinder/protocol';
import { html, type Markup } from '../../html/index.ts';
import { oneLine, withoutLineBreaks } from '../../outbound/index.ts';
import { contentOf, placeOf, sentenceOf } from '../notifications/index.ts';

const MAX_BINDERS = 20;
const MAX_ITEMS = 10;
const MAX_LINE = 400;

export interface BinderNews {
  id: string;
  name: string;
  items: readonly Notification[];
  messages: readonly (Pick<NonNullable<Notification['message']>, 'id' | 'text' | 'file' | 'has_audio'> & {
    userName: string;
  })[];
  count: number;
}

interface MailLinks {
  /** Without a trailing slash. */
  origin: string;
  unsubscribe: string;
  answered?: string | undefined;
}

export interface MailText {
  subject: string;
  text: string;
  html: string;
  language: string;
}

interface Line {
  text: string;
  url: string;
}

interface Section {
  title: string;
  url: string;
  lines: Line[];
  more: string;
}

export function writeMail(binders: readonly BinderNews[], links: MailLinks, catalogue: Catalogue): MailText {
  const [first] = binders;
  const { length: count } = binders;
  const subject =
    count === 1 && first
      ? catalogue.text('mail.subject', { name: nameOf(first) })
      : catalogue.text('mail.subject_binders', { count });
  const sections = binders.slice(0, MAX_BINDERS).map((news) => sectionOf(news, links.origin, catalogue));
  const rest = count - sections.length;
  const more =
    rest > 0
      ? [{ text: catalogue.text('mail.more_binders', { count: rest }), url: `${links.origin}/home` }]
      : [];
  return { subject, ...render(sections, more, { links, catalogue }) };
}

export function writeContentFreeMail(links: MailLinks, catalogue: Catalogue): MailText {
  const text = catalogue.text('notification.content_free');
  const line = { text, url: `${links.origin}/home` };
  return { subject: text, ...render([], [line], { links, catalogue }) };
}

const nameOf = ({ name, items, messages }: BinderNews) =>
  oneLine(name || items[0]?.user.name || messages.at(-1)?.userName || '');

function sectionOf(news: BinderNews, origin: string, catalogue: Catalogue): Section {
  const { id, items, messages, count } = news;
  const url = `${origin}/b/${id}`;
  const shown = items.slice(0, MAX_ITEMS);
  const lines = [
    ...shown.map((item) => ({ text: lineOf(sentenceOf(item, catalogue)), url: `${origin}${placeOf(item)}` })),
    ...messages.map((message) => ({
      text: lineOf(
        catalogue.text('notification.message', {
          name: message.userName,
          text: contentOf(message, catalogue),
        }),
      ),
      url: `${url}/chat/${message.id}`,
    })),
  ];
  const rest = items.length - shown.length + Math.max(0, count - messages.length);
  const more = rest > 0 ? catalogue.text('mail.more', { count: rest }) : '';
  return { title: nameOf(news), url, lines, more };
}

function lineOf(text: string): string {
  const line = withoutLineBreaks(text);
  return line.length > MAX_LINE ? `${line.slice(0, MAX_LINE)}…` : line;
}

interface Frame {
  links: MailLinks;
  catalogue: Catalogue;
}

function render(
  sections: readonly Section[],
  lines: readonly Line[],
  frame: Frame,
): Omit<MailText, 'subject'> {
  const { links, catalogue } = frame;
  const parts = [
    ...answerHint(frame).map((hint) => `${hint}\n`),
    ...sections.map(({ title, lines: ofBinder, more }) =>
      [title, '', ...ofBinder.map(textOf), ...(more ? [more, ''] : [])].join('\n'),
    ),
    ...lines.map(textOf),
    '-- ',
    catalogue.text('mail.footer'),
    catalogue.text('mail.change_at', { url: settingsUrl(links) }),
    catalogue.text('mail.stop_at', { url: links.unsubscribe }),
    '',
  ];
  return {
    text: parts.join('\n'),
    html: pageOf(sections, lines, frame).text,
    language: catalogue.tag,
  };
}

const settingsUrl = ({ origin }: MailLinks) => `${origin}/home?settings=notifications`;

/** The server keeps only the part of a reply above this line. */
function answerHint({ links: { answered }, catalogue }: Frame): string[] {
  if (answered === undefined) return [];
  const mark = catalogue.text('mail.answer_mark');
  const name = oneLine(answered);
  return [
    name ? catalogue.text('mail.answer', { mark, name }) : catalogue.text('mail.answer_message', { mark }),
  ];
}

const textOf = ({ text, url }: Line) => `${text}\n${url}\n`;

const pageOf = (
  sections: readonly Section[],
  lines: readonly Line[],
  { links, catalogue }: Frame,
): Markup => html`<!doctype html>
<html lang="${catalogue.tag}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<style>:root { color-scheme: light dark; } a { color: #0b6e5f; } @media (prefers-color-scheme: dark) { a { color: #5fd0bd; } }</style>
</head>
<body style="margin: 0; padding: 24px 16px; font: 16px/1.5 system-ui, sans-serif; overflow-wrap: anywhere">
<div style="max-width: 560px; margin: 0 auto">
${answerHint({ links, catalogue }).map(
  (hint) => html`<p style="margin: 0 0 16px; font-size: 12px; opacity: 0.7">${hint}</p>
`,
)}${sections.map(
  ({
    title,
    url,
    lines: ofBinder,
    more,
  }) => html`<h2 style="margin: 0 0 8px; font-size: 18px"><a href="${url}">${title}</a></h2>
${ofBinder.map((line) => htmlOf(line, catalogue))}${
  more &&
  html`<p style="margin: 0 0 12px">${more}</p>
`
}<hr style="border: 0; border-top: 1px solid #8888; margin: 16px 0">
`,
)}${lines.map((line) => htmlOf(line, catalogue))}<p style="margin: 24px 0 0; font-size: 13px">${catalogue.text('mail.footer')} <a href="${settingsUrl(links)}">${catalogue.text('mail.change')}</a> · <a href="${links.unsubscribe}">${catalogue.text('mail.stop')}</a></p>
</div>
</body>
</html>
`;

const htmlOf = (
  { text, url }: Line,
  catalogue: Catalogue,
) => html`<p style="margin: 0 0 12px">${text}<br><a href="${url}">${catalogue.text('mail.open')}</a></p>
`;
