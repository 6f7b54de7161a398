import { isFunction, ServiceError } from './errors.ts';
import type { Settings } from './settings.ts';
import { reasonOf, tokenIn } from './token.ts';
import type { Widget } from './widget-types.ts';

/** If the server rejects a token within this number of milliseconds, the token counts as bad. */
const GOOD_MS = 10_000;
/** Number of consecutive bad tokens after which the SDK no longer asks the page for a token. */
const MAX_BAD = 3;
const PAUSE_MS = 500;

/**
 * State of a source of tokens. All modules that use the token of `init` share one source. A module with its
 * own token has its own source.
 */
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

/**
 * Returns a function that renews a module's token. Modules with the same source share the request. After bad
 * tokens, requests are delayed. After several bad tokens, the module fails, so that a faulty page cannot
 * cause an endless loop.
 */
export function createRenewal({ settings, widgets, askToSignIn }: RenewalParts): (widget: Widget) => void {
  /** Sources, keyed by element. A page may show a new module in the element after each failure. */
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
      // Await even without a pause. Modules that ask in the same task can then share the response.
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
