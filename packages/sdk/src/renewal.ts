import { isFunction, ServiceError } from './errors.ts';
import type { Settings } from './settings.ts';
import { tokenIn } from './token.ts';
import type { Widget } from './widget-types.ts';

/** A token that ends sooner than this was bad from the start. */
const GOOD_MS = 10_000;
/** After this many bad tokens in a row the page is asked no more. */
const MAX_BAD = 3;
const PAUSE_MS = 500;

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
  const shared = { isAsked: false, bad: 0 };

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

  async function ask(widget: Widget, source: typeof shared): Promise<void> {
    let answer: string | ServiceError | undefined;
    source.isAsked = true;
    try {
      if (source.bad > 0) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS * 2 ** source.bad));
      const { session_id } = widget.handle;
      answer = tokenIn(await settings().options.invalid_token?.({ session_id }), 'invalid_token');
    } catch (error) {
      const { message } = error as Error;
      answer = refused(
        error instanceof ServiceError ? message : `invalid_token has failed: ${message ?? error}`,
      );
    }
    source.isAsked = false;
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
    const source = widget.isShared ? shared : widget.renewal;
    // What comes is for this one, too.
    if (source.isAsked) return;
    if (performance.now() - widget.tokenSince >= GOOD_MS) source.bad = 0;
    else if (widget.isRenewed) source.bad++;
    if (source.bad < MAX_BAD) void ask(widget, source);
    else settle(widget, refused(`the server has refused ${MAX_BAD} access tokens in a row`));
  };
}

const refused = (message: string) => new ServiceError('invalid_token', message);
