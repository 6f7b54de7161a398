import type { MeetAction } from '@ringbinder/protocol/embed.ts';
import { isFunction } from './errors.ts';
import { isBrowserSupported } from './supported.ts';
import type { Callback, CallOptions, CallResult, MeetCall, ServiceCall } from './types.ts';
import type { Widget } from './widget-types.ts';

/** Time for a meet to end after the command, even on a busy processor. */
const LEAVE_MS = 10_000;

interface MeetParts {
  /** The open meet. */
  meetWidget(): Widget | undefined;
  open(call: 'meet' | 'joinMeet', options: CallOptions): CallResult;
}

/** The calls that control the open meet, and the methods of `meet`. */
export function meetCalls({ meetWidget, open }: MeetParts): {
  act(action: MeetAction): ServiceCall;
  ofMeet: { [name in keyof MeetCall]: ServiceCall };
} {
  /** Sends a command to the open meet, if any. */
  const act =
    (action: MeetAction): ServiceCall =>
    (options = {}) => {
      const widget = meetWidget();
      widget?.act(action, options.user_id as string | undefined);
      // It reports its end; a silent one is removed.
      if (widget && (action === 'leave' || action === 'end')) setTimeout(widget.end, LEAVE_MS);
      return undefined;
    };
  return {
    act,
    ofMeet: {
      /** Reports whether this browser supports meets. No plug-in is needed. */
      prepare(options = {}) {
        const isAble = isBrowserSupported() && isSecureContext && 'RTCPeerConnection' in window;
        const callback = options[isAble ? 'env_ready' : 'browser_unsupported'];
        if (isFunction(callback)) setTimeout(() => (callback as Callback)({}));
        return undefined;
      },
      /** Shares the screen in the open meet, or in one started or joined for this. */
      screenshare(options = {}) {
        const opened = meetWidget()
          ? undefined
          : open(options.action === 'join' ? 'joinMeet' : 'meet', options);
        // It takes effect once the user has joined.
        act('share')(options);
        return opened;
      },
      startRecord: act('start_recording'),
      pauseRecord: act('stop_recording'),
      changePresenter: act('make_host'),
      stopScreenshare: act('unshare'),
      endScreenshare: act('end'),
      leaveScreenshare: act('leave'),
    },
  };
}
