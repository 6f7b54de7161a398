import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { catalogueOf } from '@ringbinder/locales';
import { type EmbedModule, embedModules } from '@ringbinder/protocol';
import type { Environment } from '../../environment/environment.ts';
import { sendAsset } from '../../html/index.ts';
import type { App } from '../../http/index.ts';
import { cachedPromise } from '../../storage/promise-cache.ts';
import {
  embedScriptsOf,
  isBuilt,
  type PageScripts,
  pageScriptsOf,
  type ScriptedPage,
  scriptedPages,
} from './manifest.ts';
import { sendNotFound } from './missing.ts';

const dist = new URL('../../../../web/dist/', import.meta.url);

export interface Bundle {
  scriptsOf(page: ScriptedPage): PageScripts;
  embedScriptsOf(module: EmbedModule): PageScripts;
  textsOf(page: ScriptedPage, language: string | undefined): readonly string[];
}

const contents = new Map<string, Promise<Buffer>>();

export function serveBundle(app: App, environments: readonly Environment[]): Bundle | undefined {
  if (!isBuilt()) return undefined;
  const names = readdirSync(new URL('assets/', dist), { recursive: true, encoding: 'utf8' });
  const scripts = new Set(names.filter((each) => each.endsWith('.js')));
  const open = { schema: { hide: true }, config: { auth: 'none' } } as const;
  app.get<{ Params: { '*': string } }>('/assets/*', open, async (request, reply) => {
    const name = request.params['*'];
    if (!scripts.has(name)) return sendNotFound(environments, request, reply);
    const content = await cachedPromise(contents, name, () => readFile(new URL(`assets/${name}`, dist)));
    return sendAsset(request, reply, { type: 'text/javascript; charset=utf-8', content });
  });
  const embeds = new Map(embedModules.map((module) => [module, embedScriptsOf(module)]));
  const pages = new Map(scriptedPages.map((page) => [page, pageScriptsOf(page)]));
  const texts = firstTexts(scripts);
  const nothing = { script: '', preloads: [] };
  return {
    scriptsOf: (page) => pages.get(page) ?? nothing,
    textsOf: (page, language = '') => texts.get(`${page} ${catalogueOf(language)}`) ?? [],
    embedScriptsOf: (module) => embeds.get(module) ?? nothing,
  };
}

const FIRST_TEXTS: Partial<Record<ScriptedPage, readonly string[]>> = {
  app: ['app', 'common'],
  console: ['common', 'console-frame'],
};

function firstTexts(scripts: ReadonlySet<string>): Map<string, string[]> {
  const paths = new Map<string, string[]>();
  for (const name of scripts) {
    const [, catalogue, group = ''] = /^texts-\w+\/([\w-]+)\/([\w-]+)\.js$/.exec(name) ?? [];
    for (const [page, groups] of Object.entries(FIRST_TEXTS)) {
      const key = `${page} ${catalogue}`;
      if (groups.includes(group)) paths.set(key, [...(paths.get(key) ?? []), `/assets/${name}`]);
    }
  }
  return paths;
}
