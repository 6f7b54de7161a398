import type { Environment } from './environment.ts';

/** Without a final slash, such as `https://example.com/sandbox`. */
export function pageOrigin({ baseUrl, basePath }: Pick<Environment, 'baseUrl' | 'basePath'>): string {
  return `${new URL(baseUrl()).origin}${basePath.replace(/\/v1$/, '')}`;
}
