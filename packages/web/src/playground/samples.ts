import { playground as words } from '../strings/en/playground.ts';

export type Sample = keyof typeof words.names;
export const SAMPLES = Object.keys(words.names) as Sample[];

export type OptionKind = 'binder' | 'text' | 'color' | 'theme' | 'density' | 'flag' | 'link';

const theme = {
  accent: 'color',
  background: 'color',
  surface: 'color',
  /** Prefixed, because the option `border` sets the border of the frame. */
  'theme.border': 'color',
  radius: 'theme',
  font: 'theme',
  density: 'density',
} as const;
const sized = { iframewidth: 'text', iframeheight: 'text', border: 'flag', ...theme } as const;
const binder = { binder_id: 'binder', ...sized } as const;

export const OPTIONS: Readonly<Record<Sample, Readonly<Record<string, OptionKind>>>> = {
  chat: { binder_id: 'binder', unique_id: 'text', ...sized },
  chatView: { binder_id: 'binder', chat_id: 'text', ...sized },
  timeline: sized,
  timelineView: sized,
  home: sized,
  inbox: sized,
  pageView: { binder_id: 'binder', page_id: 'text', ...sized },
  todoView: { binder_id: 'binder', todo_id: 'text', ...sized },
  draw: { binder_id: 'binder', page_id: 'text', ...sized },
  clip: binder,
  meetView: binder,
  transaction: { token: 'link', border: 'flag', ...theme },
};

/** Omits `request_` events, whose handlers would replace the modules' actions. */
export const EVENTS: Readonly<Record<Sample, readonly string[]>> = {
  chat: ['start_chat', 'publish_feed', 'receive_feed'],
  chatView: ['start_chat', 'publish_feed', 'receive_feed'],
  timeline: ['start_timeline', 'view_binder', 'receive_feed', 'create_binder', 'leave_binder'],
  timelineView: ['start_timeline', 'view_binder', 'receive_feed', 'create_binder'],
  home: ['start_home', 'home_counts', 'view_binder'],
  inbox: ['start_inbox', 'home_counts', 'view_binder'],
  pageView: ['start_page', 'view_binder_page'],
  todoView: ['start_todo'],
  draw: ['start_annotate', 'stop_annotate'],
  clip: ['start_note', 'save_note', 'cancel_note'],
  meetView: ['start_meetview', 'start_meet', 'resume_meet', 'exit_meet', 'end_meet', 'save_meet'],
  transaction: ['answered'],
};

/** Options by name. A flag is 'true' or 'false'. */
export type Values = Readonly<Record<string, string>>;

export const DEFAULTS: Values = { iframewidth: '100%', iframeheight: '560', border: 'true' };

const THEME_DEFAULTS = ['', 'auto', 'comfortable'];

export const SCHEMES = ['light', 'dark'] as const;
export type Scheme = (typeof SCHEMES)[number];
export const COLOURS = ['accent', 'background', 'surface', 'border'] as const;

export function themeOf(values: Values): Record<string, string> {
  const parts = [...Object.keys(theme), 'scheme'].map(
    (name) => [name.slice(name.indexOf('.') + 1), values[name] ?? ''] as const,
  );
  return Object.fromEntries(parts.filter(([, value]) => !THEME_DEFAULTS.includes(value)));
}

export function schemesOf(values: Values): Partial<Record<Scheme, Record<string, string>>> {
  const parts = SCHEMES.map((scheme) => {
    const colours = COLOURS.map((name) => [name, values[`${scheme}.${name}`] ?? ''] as const);
    return [scheme, Object.fromEntries(colours.filter(([, value]) => value !== ''))] as const;
  });
  return Object.fromEntries(parts.filter(([, colours]) => Object.keys(colours).length > 0));
}

export function themeCode(
  theme: Readonly<Record<string, string | Record<string, string>>>,
  quoted: (text: string) => string,
): string | undefined {
  const parts = Object.entries(theme).map(
    ([name, value]) => `${name}: ${typeof value === 'string' ? quoted(value) : themeCode(value, quoted)}`,
  );
  return parts.length > 0 ? `{ ${parts.join(', ')} }` : undefined;
}

export function optionsOf(sample: Sample, values: Values): Record<string, string | boolean> {
  const options: Record<string, string | boolean> = {};
  for (const [name, kind] of Object.entries(OPTIONS[sample])) {
    const value = values[name] ?? '';
    if (kind === 'link' || name in theme) continue;
    if (kind === 'flag') {
      if (value === 'false') options[name] = false;
    } else if (value !== '') options[name] = value;
  }
  return options;
}
