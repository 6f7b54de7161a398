import type { MeetAction } from '@ringbinder/protocol/embed.ts';
import { isFunction } from './errors.ts';
import { isBrowserSupported } from './supported.ts';
import type { Callback, CallOptions, CallResult, MeetCall, ServiceCall } from './types.ts';
import type { Widget } from './widget-types.ts';

/** A meet that was told to end has gone by then, also where the processor is busy with its pictures. */
const LEAVE_MS = 10_000;

interface MeetParts {
  /** The meet that is open. */
  meetWidget(): Widget | undefined;
  open(call: 'meet' | 'joinMeet', options: CallOptions): CallResult;
}

/** The calls about the meet that is open, and those of `meet`. */
export function meetCalls({ meetWidget, open }: MeetParts): {
  act(action: MeetAction): ServiceCall;
  ofMeet: { [name in keyof MeetCall]: ServiceCall };
} {
  /** Has the meet that is open do something; without one it does nothing. */
  const act =
    (action: MeetAction): ServiceCall =>
    (options = {}) => {
      const widget = meetWidget();
      widget?.act(action, options.user_id as string | undefined);
      // It says when it has gone; one that hears nothing is taken away.
      if (widget && (action === 'leave' || action === 'end')) setTimeout(widget.end, LEAVE_MS);
      return undefined;
    };
  return {
    act,
    ofMeet: {
      /** Tells whether meets can be held in this browser. There is no plugin that would be needed. */
      prepare(options = {}) {
        const isAble = isBrowserSupported() && isSecureContext && 'RTCPeerConnection' in window;
        const callback = options[isAble ? 'env_ready' : 'browser_unsupported'];
        if (isFunction(callback)) setTimeout(() => (callback as Callback)({}));
        return undefined;
      },
      /** Shares the screen in the meet that is open, or in one that is begun or joined for that. */
      screenshare(options = {}) {
        const opened = meetWidget()
          ? undefined
          : open(options.action === 'join' ? 'joinMeet' : 'meet', options);
        // It is done once somebody is in it.
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
