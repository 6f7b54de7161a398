import { catalogueOf } from '@ringbinder/locales';
import type { Profile } from '@ringbinder/protocol';
import type { FieldError } from '../../errors.ts';
import { because } from '../../errors.ts';
import {
  type Child,
  formScript,
  html,
  languageNames,
  type Markup,
  type Page,
  type Words,
} from '../../html/index.ts';
import { isTimeZone } from '../users/index.ts';

export type ProfileForm = Pick<
  Profile,
  'first_name' | 'last_name' | 'title' | 'timezone' | 'language' | 'working_hours'
>;

const LABELS: Readonly<Record<string, string>> = {
  first_name: 'page.first_name',
  last_name: 'page.last_name',
  title: 'page.job_title',
  timezone: 'page.time_zone',
  language: 'page.own_language',
  'working_hours.days': 'page.working_days',
  'working_hours.from': 'page.work_start',
  'working_hours.to': 'page.work_end',
};
const MONDAY = Date.UTC(2024, 0, 1);
const DAY_MS = 24 * 60 * 60 * 1000;

function problemOf(
  { text }: Words,
  { path, message }: FieldError,
  { working_hours: hours }: Pick<ProfileForm, 'working_hours'>,
): string {
  if (path === 'timezone' && message === ZONE_NEEDED.message) return text('page.zone_needed');
  if (path === 'file') return text('page.picture_refused');
  if (path === 'working_hours.to' && hours?.from === hours?.to) return text('page.end_is_start');
  return text('page.field_invalid', { field: LABELS[path] ? text(LABELS[path]) : path });
}

export const ZONE_NEEDED = because('time_zone_needed');

export function profilePage(
  words: Words,
  state: {
    action: string;
    back: string;
    guard: Markup;
    profile: ProfileForm;
    problem: FieldError | undefined;
    isSaved: boolean;
    picture: string | undefined;
    removal: string;
    now: number;
  },
): Page {
  const { action, back, guard, profile, problem, picture, removal, now } = state;
  const { tag, text } = words;
  const label = (name: string) => text(LABELS[name] ?? '');
  const weekday = new Intl.DateTimeFormat(tag, { weekday: 'long', timeZone: 'UTC' });
  const describe = (path: string) =>
    problem?.path === path && html` aria-invalid="true" aria-describedby="problem"`;
  const { days, from, to } = profile.working_hours ?? { days: [], from: '09:00', to: '17:00' };
  return {
    title: text('page.edit_profile'),
    language: tag,
    script: formScript(words),
    content: html`<header><h1>${text('page.edit_profile')}</h1><p class="muted">${text('page.profile_visible')}</p></header>
${problem && html`<p class="notice bad" role="alert" id="problem">${problemOf(words, problem, profile)}</p>`}
${state.isSaved && html`<p class="notice good" role="status">${text('page.profile_saved')}</p>`}
<form class="stack" method="post" action="${action}" enctype="multipart/form-data">${guard}
<div class="pair">${textField('first_name', label('first_name'), describe('first_name'), profile.first_name, 'given-name')}
${textField('last_name', label('last_name'), describe('last_name'), profile.last_name, 'family-name')}</div>
${textField('title', label('title'), describe('title'), profile.title, 'organization-title')}
${selectField('timezone', label('timezone'), describe('timezone'), zoneOptions(words, profile.timezone, now), profile.timezone)}
${selectField('language', label('language'), describe('language'), languageOptions, catalogueOf(profile.language))}
<fieldset class="checks columns"><legend>${label('working_hours.days')}</legend>
${[0, 1, 2, 3, 4, 5, 6].map((index) => html`<label class="check"><input type="checkbox" name="day_${index + 1}" value="1"${days.includes(index + 1) && html` checked`}>${weekday.format(MONDAY + index * DAY_MS)}</label>`)}</fieldset>
<div class="pair">${timeField('from', label('working_hours.from'), describe('working_hours.from'), from)}
${timeField('to', label('working_hours.to'), describe('working_hours.to'), to)}</div>
<div class="field"><label for="file">${text('page.picture')}</label>
${picture !== undefined && html`<img class="own-picture" src="${picture}" alt="">`}
<input id="file" name="file" type="file" accept="image/*"${describe('file') || html` aria-describedby="picture-hint"`}>
<p class="hint" id="picture-hint">${text('page.picture_hint')}</p></div>
<button class="button primary wide" type="submit">${text('page.save')}</button></form>
${picture !== undefined && html`<form method="post" action="${removal}">${guard}<button class="button plain wide" type="submit">${text('page.remove_picture')}</button></form>`}
<a class="button plain wide" href="${back}">${text('page.account')}</a>`,
  };
}

function textField(
  name: string,
  label: string,
  described: Child,
  value: string,
  autocomplete: string,
): Markup {
  return html`<div class="field"><label for="${name}">${label}</label>
<input id="${name}" name="${name}" value="${value}" dir="auto" autocomplete="${autocomplete}" maxlength="100"${described}></div>`;
}

function timeField(name: string, label: string, described: Child, value: string): Markup {
  return html`<div class="field"><label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="time" value="${value}" required${described}></div>`;
}

type Options = readonly (readonly [value: string, label: string])[];

function selectField(
  name: string,
  label: string,
  described: Child,
  options: Options,
  chosen: string,
): Markup {
  return html`<div class="field"><label for="${name}">${label}</label>
<select id="${name}" name="${name}"${described}>${options.map(([value, text]) => html`<option value="${value}"${value === chosen && html` selected`}>${text}</option>`)}</select></div>`;
}

const languageOptions: Options = languageNames.map(({ code, name }) => [code, name]);

/** Current names of time zones for which `Intl` has an outdated name. */
const CURRENT_NAMES: Readonly<Record<string, string>> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Catamarca': 'America/Argentina/Catamarca',
  'America/Coral_Harbour': 'America/Atikokan',
  'America/Cordoba': 'America/Argentina/Cordoba',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Jujuy': 'America/Argentina/Jujuy',
  'America/Louisville': 'America/Kentucky/Louisville',
  'America/Mendoza': 'America/Argentina/Mendoza',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
};

function zoneOptions({ text }: Words, chosen: string, now: number): Options {
  const zones = new Set(['UTC', ...Intl.supportedValuesOf('timeZone')]);
  const [alias] = Object.entries(CURRENT_NAMES).find(([, name]) => name === chosen) ?? [];
  if (alias !== undefined) zones.delete(alias);
  if (isTimeZone(chosen)) zones.add(chosen);
  const labels = [...zones].map((zone) => {
    const name = (CURRENT_NAMES[zone] ?? zone).replaceAll('_', ' ');
    return [zone, zone === 'UTC' ? zone : `${name} (${offsetOf(zone, now)})`] as const;
  });
  const order = new Intl.Collator('en');
  return [['', text('page.no_time_zone')], ...labels.sort(([, a], [, b]) => order.compare(a, b))];
}

function offsetOf(timeZone: string, now: number): string {
  const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' }).formatToParts(now);
  return parts.find(({ type }) => type === 'timeZoneName')?.value.replace('GMT', 'UTC') ?? '';
}
