import type { MeetAction } from '@ringbinder/protocol/embed.ts';
import { isFunction } from './errors.ts';
import { isBrowserSupported } from './supported.ts';
import type { Callback, CallOptions, CallResult, MeetCall, ServiceCall } from './types.ts';
import type { Widget } from './widget-types.ts';

const LEAVE_MS = 10_000;

interface MeetParts {
  meetWidget(): Widget | undefined;
  open(call: 'meet' | 'joinMeet', options: CallOptions): CallResult;
}

export function meetCalls({ meetWidget, open }: MeetParts): {
  act(action: MeetAction): ServiceCall;
  ofMeet: { [name in keyof MeetCall]: ServiceCall };
} {
  const act =
    (action: MeetAction): ServiceCall =>
    (options = {}) => {
      const widget = meetWidget();
      widget?.act(action, options.user_id as string | undefined);
      if (widget && (action === 'leave' || action === 'end')) setTimeout(widget.end, LEAVE_MS);
      return undefined;
    };
  return {
    act,
    ofMeet: {
      prepare(options = {}) {
        const isAble = isBrowserSupported() && isSecureContext && 'RTCPeerConnection' in window;
        const callback = options[isAble ? 'env_ready' : 'browser_unsupported'];
        if (isFunction(callback)) setTimeout(() => (callback as Callback)({}));
        return undefined;
      },
      screenshare(options = {}) {
        const opened = meetWidget()
          ? undefined
          : open(options.action === 'join' ? 'joinMeet' : 'meet', options);
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
