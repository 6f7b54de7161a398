import { isFunction, ServiceError } from './errors.ts';
import type { Settings } from './settings.ts';
import { reasonOf, tokenIn } from './token.ts';
import type { Widget } from './widget-types.ts';

/** A token rejected sooner than this after the request was invalid from the start. */
const GOOD_MS = 10_000;
/** The page is not asked again after this many bad tokens in a row. */
const MAX_BAD = 3;
const PAUSE_MS = 500;

/** A source of tokens: the page, for all modules that share the token of `init`, or for one place. */
interface Source {
  isPending: boolean;
  /** Time of the last answer, by `performance.now()`. */
  answeredAt: number;
  /** Consecutive bad tokens. */
  bad: number;
}

interface RenewalParts {
  settings(): Settings;
  widgets: ReadonlySet<Widget>;
  /** With an identity provider, signing in supplies the next token. */
  askToSignIn(widget: Widget): void;
}

/**
 * Requests the next token for a module whose token has ended, once for all that share it. After bad tokens it waits
 * longer each time and then gives up, so that no handler causes a loop.
 */
export function createRenewal({ settings, widgets, askToSignIn }: RenewalParts): (widget: Widget) => void {
  /** Keyed by place instead of module: a page may show another module there each time. */
  const sources = new WeakMap<object, Source>();

  function sourceOf({ isShared, tag, spec }: Widget): Source {
    const place = isShared ? sources : (tag ?? spec);
    const source = sources.get(place) ?? { isPending: false, answeredAt: -GOOD_MS, bad: 0 };
    sources.set(place, source);
    return source;
  }

  /** @param answer the next token, nothing, or the error */
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
      // Even without a pause, simultaneous rejections share one answer and one error.
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
    // Another module already got the next token.
    if (widget.isShared && accessToken && accessToken !== widget.token) return widget.giveToken(accessToken);
    if (!isFunction(options.invalid_token)) {
      if (provider) askToSignIn(widget);
      else widget.fail(refused('the access token has expired: pass invalid_token to init'));
      return;
    }
    const source = sourceOf(widget);
    // The pending answer also serves this module.
    if (source.isPending) return;
    source.bad = performance.now() - source.answeredAt < GOOD_MS ? source.bad + 1 : 0;
    if (source.bad < MAX_BAD) void requestToken(widget, source);
    else settle(widget, refused(`the server rejected ${MAX_BAD} access tokens in a row`));
  };
}

const refused = (message: string) => new ServiceError('invalid_token', message);
