import type { ServiceElement } from './element-types.ts';
import { doesSomething, report, type ServiceError } from './errors.ts';
import { aloneCalls, type ElementCall, type ModuleCall } from './modules.ts';
import { notice } from './notice.ts';
import type { CallOptions, Handle, ServiceErrorDetail, Theme } from './types.ts';
import type { Widget } from './widget-types.ts';

export interface ElementParts {
  open(call: ModuleCall, options: CallOptions, onEvent: Listener): Widget;
  isBegun(hasToken: boolean): boolean;
  onBegin(listener: () => void): () => void;
}
type Listener = (name: string, detail: Record<string, unknown>) => void;

/** The names of options have `_` instead of `-`. */
const ATTRIBUTES = [
  ...['binder-id', 'unique-id', 'email', 'org-id', 'binder-name', 'page-id', 'todo-id', 'chat-id', 'filter'],
  ...['alone', 'confirm', 'token', 'language', 'scheme'],
];
const OURS = /_|share/;

/** Keeps the first definitions if the script is loaded twice. */
export function defineElements(parts: ElementParts): void {
  if (typeof customElements === 'undefined' || customElements.get('service-chat')) return;
  const calls = Object.keys(aloneCalls) as ElementCall[];
  // `:where` lets the page's own styles win. Content-Security-Policy allows constructed style sheets.
  const sheet = new CSSStyleSheet();
  const each = (of: readonly string[]) =>
    `:where(${of.map((call) => `service-${call}:not([hidden])`).join()})`;
  sheet.replaceSync(
    `${each(calls)}{display:block}${each(calls.filter((call) => call !== 'transaction'))}{block-size:500px}`,
  );
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  for (const call of calls) customElements.define(`service-${call}`, elementOf(call, parts));
}

function elementOf(call: ElementCall, parts: ElementParts): CustomElementConstructor {
  return class extends HTMLElement implements ServiceElement {
    static observedAttributes = ATTRIBUTES;
    #widget: Widget | undefined;
    #token: string | undefined;
    #theme: Theme | undefined;
    #options: CallOptions = {};
    #heard = new Set<string>();
    #isDue = false;
    #forget: (() => void) | undefined;

    get token(): string | undefined {
      return this.#token;
    }
    set token(token: string | undefined) {
      this.#token = token;
      if (this.#widget && token) this.#update({ token });
      else this.#plan();
    }
    get theme(): Theme | undefined {
      return this.#theme;
    }
    set theme(theme: Theme | undefined) {
      this.#theme = theme;
      this.#update({ theme: { ...theme } });
    }
    get options(): CallOptions {
      return this.#options;
    }
    set options(options: CallOptions) {
      this.#options = options;
      this.#restart();
    }
    get handle(): Handle | undefined {
      return this.#widget?.handle;
    }

    override addEventListener(...values: Parameters<HTMLElement['addEventListener']>): void {
      const [name, listener] = values;
      if (OURS.test(name) && doesSomething((listener as EventListenerObject)?.handleEvent ?? listener))
        this.#heard.add(name);
      super.addEventListener(...values);
    }

    connectedCallback(): void {
      for (const key of ['token', 'theme', 'options'] as const) {
        if (!Object.hasOwn(this, key)) continue;
        const value = this[key];
        Reflect.deleteProperty(this, key);
        this[key] = value as never;
      }
      this.#forget ??= parts.onBegin(() => this.#plan());
      this.#plan();
    }
    disconnectedCallback(): void {
      // A moved element reconnects in the same task.
      queueMicrotask(() => {
        if (this.isConnected) return;
        this.#forget?.();
        this.#forget = undefined;
        this.#end();
      });
    }
    /** If this method exists, `moveBefore` does not reload the frame. */
    connectedMoveCallback(): void {}
    attributeChangedCallback(attribute: string, before: string | null, value: string | null): void {
      if (before === value) return;
      if (attribute === 'token') {
        if (value === null) return;
        this.removeAttribute('token');
        this.token = value;
      } else if (attribute === 'scheme' || attribute === 'confirm')
        this.#update({ [attribute]: false, ...this.#read() });
      else this.#restart();
    }

    #read(): CallOptions {
      const options: CallOptions = { ...this.#options };
      for (const attribute of ATTRIBUTES) {
        const value = this.getAttribute(attribute);
        if (value !== null) options[attribute.replaceAll('-', '_')] = value;
      }
      const { scheme, alone: _, ...rest } = options;
      const theme = { ...(options.theme as Theme), ...this.#theme, ...(scheme ? { scheme } : {}) };
      return { border: false, iframewidth: '100%', ...rest, theme: theme as Theme };
    }
    #plan(): void {
      if (this.#isDue || this.#widget || !this.isConnected || !parts.isBegun(Boolean(this.#token))) return;
      this.#isDue = true;
      queueMicrotask(() => {
        this.#isDue = false;
        if (this.isConnected && !this.#widget) this.#show();
      });
    }
    #show(): void {
      if (call === 'transaction' && !this.#token) return;
      const options: CallOptions = { ...this.#read(), iframe: true, tagid4iframe: this };
      if (call !== 'transaction') options.iframeheight ??= '100%';
      if (this.#token) options[call === 'transaction' ? 'token' : 'access_token'] = this.#token;
      for (const name of this.#heard) options[name] ??= () => undefined;
      options.error = this.#fail;
      try {
        const widget = parts.open(
          this.hasAttribute('alone') ? aloneCalls[call] : call,
          options,
          (event, detail) => {
            if (event === 'close' && this.#widget === widget) this.#widget = undefined;
            if (event !== 'error') this.#tell(event, detail);
          },
        );
        this.#widget = widget;
        widget.handle.ready.then(
          () => this.#tell('ready', {}),
          () => undefined,
        );
      } catch (error) {
        notice(this, (error as ServiceError).message);
        report(error as ServiceError, [this.#fail], true);
      }
    }
    #fail = (detail: ServiceErrorDetail) => this.#tell('error', { ...detail });
    #tell(event: string, detail: Record<string, unknown>): void {
      this.dispatchEvent(new CustomEvent(event, { detail }));
    }
    #update(options: CallOptions): void {
      try {
        this.#widget?.handle.update(options);
      } catch (error) {
        report(error as ServiceError, [this.#fail], true);
      }
      this.#plan();
    }
    #restart(): void {
      this.#end();
      this.#plan();
    }
    #end(): void {
      const widget = this.#widget;
      this.#widget = undefined;
      widget?.end();
    }
  };
}
