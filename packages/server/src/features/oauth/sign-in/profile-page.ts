import type { Profile } from '@ringbinder/protocol';
import { FORM_SCRIPT, html, type Markup, type Page } from '../../../html/index.ts';
import { languages } from '../../users/index.ts';

/** The fields that the page edits. */
export type ProfileForm = Pick<
  Profile,
  'first_name' | 'last_name' | 'title' | 'timezone' | 'language' | 'working_hours'
>;

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const languageNames = new Intl.DisplayNames(['en'], { type: 'language' });

export function profilePage(state: {
  action: string;
  back: string;
  guard: Markup;
  profile: ProfileForm;
  problem?: string | undefined;
}): Page {
  const { action, back, guard, profile, problem } = state;
  const { days, from, to } = profile.working_hours ?? { days: [], from: '09:00', to: '17:00' };
  return {
    title: 'Edit your profile',
    script: FORM_SCRIPT,
    content: html`<header><h1>Edit your profile</h1><p class="muted">Colleagues and members of your binders see it.</p></header>
${problem && html`<p class="notice bad" role="alert">${problem}</p>`}
<form class="stack" method="post" action="${action}">${guard}
${textField('first_name', 'First name', profile.first_name, 'given-name')}
${textField('last_name', 'Last name', profile.last_name, 'family-name')}
${textField('title', 'Title', profile.title, 'organization-title')}
${selectField('timezone', 'Time zone', zoneOptions(profile.timezone), profile.timezone)}
${selectField('language', 'Language', languageOptions, profile.language)}
<fieldset class="checks columns"><legend>Working days</legend>
${DAYS.map((name, index) => html`<label class="check"><input type="checkbox" name="day_${index + 1}" value="1"${days.includes(index + 1) && html` checked`}>${name}</label>`)}</fieldset>
${timeField('from', 'Start of work', from)}
${timeField('to', 'End of work', to)}
<button class="button primary wide" type="submit">Save</button></form>
<a class="button plain wide" href="${back}">Account</a>`,
  };
}

function textField(name: string, label: string, value: string, autocomplete: string): Markup {
  return html`<div class="field"><label for="${name}">${label}</label>
<input id="${name}" name="${name}" value="${value}" dir="auto" autocomplete="${autocomplete}" maxlength="100"></div>`;
}

function timeField(name: string, label: string, value: string): Markup {
  return html`<div class="field"><label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="time" value="${value}" required></div>`;
}

type Options = readonly (readonly [value: string, label: string])[];

function selectField(name: string, label: string, options: Options, chosen: string): Markup {
  return html`<div class="field"><label for="${name}">${label}</label>
<select id="${name}" name="${name}">${options.map(([value, text]) => html`<option value="${value}"${value === chosen && html` selected`}>${text}</option>`)}</select></div>`;
}

const languageOptions: Options = languages.map((code) => [code, languageNames.of(code) ?? code]);

/** With the chosen zone, which may be another name of one. */
function zoneOptions(chosen: string): Options {
  const zones = new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), ...(chosen ? [chosen] : [])]);
  return [
    ['', 'As in the browser'],
    ...[...zones].sort().map((zone) => [zone, zone.replaceAll('_', ' ')] as const),
  ];
}
