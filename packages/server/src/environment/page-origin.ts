import type { Environment } from './environment.ts';

export function pageOrigin({ baseUrl, basePath }: Pick<Environment, 'baseUrl' | 'basePath'>): string {
  return `${new URL(baseUrl()).origin}${basePath.replace(/\/v1$/, '')}`;
}
