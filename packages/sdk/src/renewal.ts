import { isFunction, ServiceError } from './errors.ts';
import type { Settings } from './settings.ts';
import { reasonOf, tokenIn } from './token.ts';
import type { Widget } from './widget-types.ts';

const GOOD_MS = 10_000;
const MAX_BAD = 3;
const PAUSE_MS = 500;

interface Source {
  isPending: boolean;
  answeredAt: number;
  bad: number;
}

interface RenewalParts {
  settings(): Settings;
  widgets: ReadonlySet<Widget>;
  askToSignIn(widget: Widget): void;
}

/** Delays requests after bad tokens, and finally fails the module, so that handlers cannot loop. */
export function createRenewal({ settings, widgets, askToSignIn }: RenewalParts): (widget: Widget) => void {
  /** Keyed by element, because a page may show a new module there after each failure. */
  const sources = new WeakMap<object, Source>();

  function sourceOf({ isShared, tag, spec }: Widget): Source {
    const place = isShared ? sources : (tag ?? spec);
    const source = sources.get(place) ?? { isPending: false, answeredAt: -GOOD_MS, bad: 0 };
    sources.set(place, source);
    return source;
  }

  function settle(widget: Widget, answer: string | ServiceError | undefined): void {
    const { isShared } = widget;
    const isToken = typeof answer === 'string';
    if (isToken && isShared) settings().accessToken = answer;
    for (const each of isShared ? [...widgets] : [widget])
      if (each.start.isWaiting && each.isShared === isShared) {
        if (isToken) each.giveToken(answer);
        else if (settings().provider) askToSignIn(each);
        else if (answer) each.fail(answer);
      }
  }

  async function requestToken(widget: Widget, source: Source): Promise<void> {
    let answer: string | ServiceError | undefined;
    source.isPending = true;
    try {
      // Await even without a pause, so that modules that ask in the same task share the response.
      await (source.bad > 0 && new Promise((resolve) => setTimeout(resolve, PAUSE_MS * 2 ** source.bad)));
      const { session_id } = widget.handle;
      answer = tokenIn(await settings().options.invalid_token?.({ session_id }), 'invalid_token');
    } catch (error) {
      const reason = typeof error === 'string' ? error : reasonOf(error);
      answer = refused(error instanceof ServiceError ? reason : `invalid_token failed: ${reason}`);
    }
    source.isPending = false;
    source.answeredAt = performance.now();
    settle(widget, answer);
  }

  return (widget) => {
    const { options, accessToken, provider } = settings();
    if (widget.isShared && accessToken && accessToken !== widget.token) return widget.giveToken(accessToken);
    if (!isFunction(options.invalid_token)) {
      if (provider) askToSignIn(widget);
      else widget.fail(refused('the access token has expired: pass invalid_token to init'));
      return;
    }
    const source = sourceOf(widget);
    if (source.isPending) return;
    source.bad = performance.now() - source.answeredAt < GOOD_MS ? source.bad + 1 : 0;
    if (source.bad < MAX_BAD) void requestToken(widget, source);
    else settle(widget, refused(`the server rejected ${MAX_BAD} access tokens in a row`));
  };
}

const refused = (message: string) => new ServiceError('invalid_token', message);
