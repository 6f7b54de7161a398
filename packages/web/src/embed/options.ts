import type { JsonOptions } from '@ringbinder/protocol/embed.ts';

/** Older host pages pass strings, such as `'false'`. */
export function flag(options: JsonOptions, name: string): boolean {
  const value = options[name];
  return value !== undefined && value !== null && value !== 'false' && value !== '0' && Boolean(value);
}

export function word(options: JsonOptions, name: string): string | undefined {
  const value = options[name];
  const text = typeof value === 'number' || typeof value === 'string' ? String(value).trim() : '';
  return text === '' ? undefined : text;
}

export function words(options: JsonOptions, name: string): string[] {
  const value = options[name];
  const list = Array.isArray(value) ? value.map(String) : (word(options, name)?.split(',') ?? []);
  return [...new Set(list.map((each) => each.trim()).filter(Boolean))];
}

export function id(options: JsonOptions, name: string): number | undefined {
  const number = Number(word(options, name));
  return Number.isSafeInteger(number) && number > 0 ? number : undefined;
}

export function pluginVersion(options: JsonOptions): '2.9.5' | 'latest' {
  return word(options, 'plugin_version') === 'latest' ? 'latest' : '2.9.5';
}

export function group(options: JsonOptions, name: string): JsonOptions {
  const value = options[name];
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
}
