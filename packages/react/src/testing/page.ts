import type { Handle } from '@ringbinder/sdk';
import { createElement, StrictMode, version } from 'react';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';
import {
  Chat,
  Clip,
  Draw,
  Meet,
  MeetView,
  type ModuleComponent,
  PageView,
  ServiceProvider,
  type ServiceProviderProps,
  Timeline,
  TodoView,
  Transaction,
} from '../index.ts';

const components = { Chat, Clip, Draw, Meet, MeetView, PageView, Timeline, TodoView, Transaction };

interface Drawing {
  provider: ServiceProviderProps;
  isFetching?: boolean;
  modules: {
    name: keyof typeof components;
    key: string;
    props: object;
    callbacks?: string[];
  }[];
}

const received: [drawn: number, key: string, prop: string, detail: unknown][] = [];
const handles: Record<string, Handle | null> = {};
const tokens: string[] = [];
let fetched = 0;
let drawn = 0;
let root: Root | undefined;

function draw({ provider, isFetching, modules }: Drawing): void {
  const turn = ++drawn;
  const elements = modules.map(({ name, key, props, callbacks = [] }) =>
    createElement(components[name] as ModuleComponent<object>, {
      key,
      ...props,
      ref: (handle) => {
        handles[key] = handle;
      },
      ...Object.fromEntries(
        callbacks.map((prop) => [prop, (detail: unknown) => received.push([turn, key, prop, detail])]),
      ),
    }),
  );
  const accessToken = isFetching
    ? async () => ({ access_token: tokens[fetched++] ?? '' })
    : provider.accessToken;
  const onError = (detail: unknown) => received.push([turn, 'provider', 'onError', detail]);
  const app = createElement(
    StrictMode,
    null,
    createElement(ServiceProvider, { ...provider, accessToken, onError }, ...elements),
  );
  const element = document.getElementById('app') as HTMLElement;
  if (root) root.render(app);
  else if (element.firstElementChild) root = hydrateRoot(element, app);
  else {
    root = createRoot(element);
    root.render(app);
  }
}

Object.assign(window, {
  host: {
    draw,
    told: received,
    handles,
    tokens,
    version,
    fetched: () => fetched,
    unmount: () => root?.unmount(),
  },
});
