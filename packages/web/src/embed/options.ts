import type { JsonOptions } from '@ringbinder/protocol/embed.ts';

/** Reads an option as true or false; old pages write them as words. */
export function flag(options: JsonOptions, name: string): boolean {
  const value = options[name];
  return value !== undefined && value !== null && value !== 'false' && value !== '0' && Boolean(value);
}

/** Reads an option as a text; undefined when it is empty or none. */
export function word(options: JsonOptions, name: string): string | undefined {
  const value = options[name];
  const text = typeof value === 'number' || typeof value === 'string' ? String(value).trim() : '';
  return text === '' ? undefined : text;
}

/** Reads a list that is written with commas, or as one. */
export function words(options: JsonOptions, name: string): string[] {
  const value = options[name];
  const list = Array.isArray(value) ? value.map(String) : (word(options, name)?.split(',') ?? []);
  return [...new Set(list.map((each) => each.trim()).filter(Boolean))];
}

/** Reads the number of a thing of a binder. */
export function id(options: JsonOptions, name: string): number | undefined {
  const number = Number(word(options, name));
  return Number.isSafeInteger(number) && number > 0 ? number : undefined;
}

/** Which release of Meet a page has asked for: the stable one unless it says `latest`. */
export function pluginVersion(options: JsonOptions): '2.9.5' | 'latest' {
  return word(options, 'plugin_version') === 'latest' ? 'latest' : '2.9.5';
}

export function group(options: JsonOptions, name: string): JsonOptions {
  const value = options[name];
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
}
