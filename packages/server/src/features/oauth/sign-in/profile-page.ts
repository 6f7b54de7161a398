import { languages } from '@ringbinder/locales';
import type { Profile } from '@ringbinder/protocol';
import type { FieldError } from '../../../errors.ts';
import { type Child, FORM_SCRIPT, html, type Markup, type Page } from '../../../html/index.ts';

/** The fields that the page edits. */
export type ProfileForm = Pick<
  Profile,
  'first_name' | 'last_name' | 'title' | 'timezone' | 'language' | 'working_hours'
>;

const LABELS: Readonly<Record<string, string>> = {
  first_name: 'First name',
  last_name: 'Last name',
  title: 'Title',
  timezone: 'Time zone',
  language: 'Language',
  'working_hours.days': 'Working days',
  'working_hours.from': 'Start of work',
  'working_hours.to': 'End of work',
};
const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const languageNames = new Intl.DisplayNames(['en'], { type: 'language' });

export function profilePage(state: {
  action: string;
  back: string;
  guard: Markup;
  profile: ProfileForm;
  problem?: FieldError | undefined;
}): Page {
  const { action, back, guard, profile, problem } = state;
  const describe = (path: string) =>
    problem?.path === path && html` aria-invalid="true" aria-describedby="problem"`;
  const { days, from, to } = profile.working_hours ?? { days: [], from: '09:00', to: '17:00' };
  return {
    title: 'Edit your profile',
    script: FORM_SCRIPT,
    content: html`<header><h1>Edit your profile</h1><p class="muted">Colleagues and members of your binders see all of this except the language.</p></header>
${problem && html`<p class="notice bad" role="alert" id="problem">${LABELS[problem.path] ?? problem.path} ${problem.message}.</p>`}
<form class="stack" method="post" action="${action}">${guard}
${textField('first_name', describe('first_name'), profile.first_name, 'given-name')}
${textField('last_name', describe('last_name'), profile.last_name, 'family-name')}
${textField('title', describe('title'), profile.title, 'organization-title')}
${selectField('timezone', describe('timezone'), zoneOptions(profile.timezone), profile.timezone)}
${selectField('language', describe('language'), languageOptions, profile.language)}
<fieldset class="checks columns"><legend>Working days</legend>
${DAYS.map((name, index) => html`<label class="check"><input type="checkbox" name="day_${index + 1}" value="1"${days.includes(index + 1) && html` checked`}>${name}</label>`)}</fieldset>
${timeField('from', describe('working_hours.from'), from)}
${timeField('to', describe('working_hours.to'), to)}
<button class="button primary wide" type="submit">Save</button></form>
<a class="button plain wide" href="${back}">Account</a>`,
  };
}

function textField(name: string, described: Child, value: string, autocomplete: string): Markup {
  return html`<div class="field"><label for="${name}">${LABELS[name]}</label>
<input id="${name}" name="${name}" value="${value}" dir="auto" autocomplete="${autocomplete}" maxlength="100"${described}></div>`;
}

function timeField(name: string, described: Child, value: string): Markup {
  return html`<div class="field"><label for="${name}">${LABELS[`working_hours.${name}`]}</label>
<input id="${name}" name="${name}" type="time" value="${value}" required${described}></div>`;
}

type Options = readonly (readonly [value: string, label: string])[];

function selectField(name: string, described: Child, options: Options, chosen: string): Markup {
  return html`<div class="field"><label for="${name}">${LABELS[name]}</label>
<select id="${name}" name="${name}"${described}>${options.map(([value, text]) => html`<option value="${value}"${value === chosen && html` selected`}>${text}</option>`)}</select></div>`;
}

const languageOptions: Options = languages.map((code) => [code, languageNames.of(code) ?? code]);

/** With the chosen zone, which may be another name of one. */
function zoneOptions(chosen: string): Options {
  const zones = new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), ...(chosen ? [chosen] : [])]);
  return [
    ['', 'Not set: times follow your browser'],
    ...[...zones].sort().map((zone) => [zone, zone.replaceAll('_', ' ')] as const),
  ];
}
