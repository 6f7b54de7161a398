import { isFunction, ServiceError } from './errors.ts';
import type { Settings } from './settings.ts';
import { reasonOf, tokenIn } from './token.ts';
import type { Widget } from './widget-types.ts';

/** A token that is refused sooner than this after the page was asked was bad from the start. */
const GOOD_MS = 10_000;
/** After this many bad tokens in a row the page is asked no more. */
const MAX_BAD = 3;
const PAUSE_MS = 500;

/** Where tokens come from: the page, for all modules that share the token of `init`, or for one place. */
interface Source {
  isAsked: boolean;
  /** When the page answered last, as `performance.now()` has it. */
  answeredAt: number;
  /** How many tokens in a row were bad. */
  bad: number;
}

interface RenewalParts {
  settings(): Settings;
  widgets: ReadonlySet<Widget>;
  /** Where an identity provider signs people in, that is the way to the next token. */
  askToSignIn(widget: Widget): void;
}

/**
 * Gets the next token from the page for a module whose own has ended: once for all that go by the same one. After bad tokens
 * it waits longer each time, and then gives up, so that no handler makes a loop.
 */
export function createRenewal({ settings, widgets, askToSignIn }: RenewalParts): (widget: Widget) => void {
  /** By the place of a module, not by the module: a page may show another one in that place each time it is asked. */
  const sources = new WeakMap<object, Source>();

  function sourceOf({ isShared, tag, shown }: Widget): Source {
    const place = isShared ? sources : (tag ?? shown);
    const source = sources.get(place) ?? { isAsked: false, answeredAt: -GOOD_MS, bad: 0 };
    sources.set(place, source);
    return source;
  }

  /** @param answer the next token, nothing, or what went wrong */
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

  async function ask(widget: Widget, source: Source): Promise<void> {
    let answer: string | ServiceError | undefined;
    source.isAsked = true;
    try {
      // Also without a pause those that are refused at the same moment wait for one answer, and for one error.
      await (source.bad > 0 && new Promise((resolve) => setTimeout(resolve, PAUSE_MS * 2 ** source.bad)));
      const { session_id } = widget.handle;
      answer = tokenIn(await settings().options.invalid_token?.({ session_id }), 'invalid_token');
    } catch (error) {
      const reason = typeof error === 'string' ? error : reasonOf(error);
      answer = refused(error instanceof ServiceError ? reason : `invalid_token has failed: ${reason}`);
    }
    source.isAsked = false;
    source.answeredAt = performance.now();
    settle(widget, answer);
  }

  return (widget) => {
    const { options, accessToken, provider } = settings();
    // Another module that goes by it has got the next one.
    if (widget.isShared && accessToken && accessToken !== widget.token) return widget.giveToken(accessToken);
    if (!isFunction(options.invalid_token)) {
      if (provider) askToSignIn(widget);
      else widget.fail(refused('the access token has ended: pass invalid_token to init'));
      return;
    }
    const source = sourceOf(widget);
    // What comes is for this one, too.
    if (source.isAsked) return;
    source.bad = performance.now() - source.answeredAt < GOOD_MS ? source.bad + 1 : 0;
    if (source.bad < MAX_BAD) void ask(widget, source);
    else settle(widget, refused(`the server has refused ${MAX_BAD} access tokens in a row`));
  };
}

const refused = (message: string) => new ServiceError('invalid_token', message);
