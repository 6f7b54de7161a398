import { namesOfUserAgent } from '@ringbinder/protocol/browser-names.ts';
import { html, type Markup, type Page, type Words } from '../../../html/index.ts';
import type { OwnSessionRow } from './queries.ts';

export function sessionsPage(
  words: Words,
  state: {
    action: string;
    back: string;
    guard: Markup;
    sessions: readonly OwnSessionRow[];
    currentId: string;
    timezone: string;
    hasEnded: boolean;
  },
): Page {
  const { tag, text } = words;
  const { action, back, guard, sessions, currentId } = state;
  const time = timeFormat(tag, state.timezone);
  const isCurrent = ({ id }: OwnSessionRow) => id === currentId;
  const rows = [...sessions.filter(isCurrent), ...sessions.filter((each) => !isCurrent(each))];
  const row = (session: OwnSessionRow) => {
    const name = nameOf(words, session.user_agent);
    return html`<li class="person row"><div><strong>${name}</strong>
<span class="muted small">${session.address}</span>
<span class="muted small">${isCurrent(session) ? text('page.this_browser') : text('page.last_used', { time: time.format(session.seen_at) })}</span></div>
${!isCurrent(session) && html`<form method="post" action="${action}">${guard}<input type="hidden" name="id" value="${session.id}"><button class="button compact" type="submit" aria-label="${text('page.sign_out_of', { name })}">${text('page.sign_out')}</button></form>`}</li>`;
  };
  return {
    title: text('page.sessions'),
    language: tag,
    content: html`<header><h1>${text('page.sessions')}</h1><p class="muted">${text('page.sessions_hint')}</p></header>
${state.hasEnded && html`<p class="notice good" role="status">${text('page.session_ended')}</p>`}
<ul class="actions" role="list">${rows.map(row)}</ul>
${rows.length > 1 && html`<form method="post" action="${action}">${guard}<button class="button wide" type="submit">${text('page.sign_out_elsewhere')}</button></form>`}
<a class="button plain wide" href="${back}">${text('page.account')}</a>`,
  };
}

function nameOf({ text }: Words, userAgent: string): string {
  const { browser, system } = namesOfUserAgent(userAgent);
  const name = browser || text('page.unknown_browser');
  return system ? text('page.browser_on', { browser: name, system }) : name;
}

function timeFormat(tag: string, timeZone: string): Intl.DateTimeFormat {
  const day = {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  } as const;
  return new Intl.DateTimeFormat(
    tag,
    timeZone === '' ? { ...day, timeZone: 'UTC', timeZoneName: 'short' } : { ...day, timeZone },
  );
}
