import type { ControlAbility, RemoteInput } from '@ringbinder/client/meet';

/** What a browser may have of Captured Surface Control; the types of the platform know none of it. */
interface SurfaceController {
  sendWheel?(action: { x: number; y: number; wheelDeltaX: number; wheelDeltaY: number }): Promise<void>;
  increaseZoomLevel?(): Promise<void>;
  decreaseZoomLevel?(): Promise<void>;
  resetZoomLevel?(): Promise<void>;
}

/** The tab that one shares, as far as it can be scrolled and zoomed from here. */
export interface CapturedSurface {
  /** Given to `getDisplayMedia`; undefined where the browser has none. */
  readonly controller: object | undefined;
  abilities(stream: MediaStream): ControlAbility[];
  /** Rejects when the browser wants a press of a button first, or does not allow it. */
  act(stream: MediaStream, input: Extract<RemoteInput, { kind: 'wheel' | 'zoom' }>): Promise<void>;
}

/** Makes the control of what is about to be shared. */
export function createCapturedSurface(): CapturedSurface {
  const { CaptureController: Controller } = globalThis as { CaptureController?: new () => object };
  const controller = Controller && new Controller();
  const can = (controller ?? {}) as SurfaceController;
  const settingsOf = (stream: MediaStream) => stream.getVideoTracks()[0]?.getSettings() ?? {};
  return {
    controller,
    abilities(stream) {
      if (settingsOf(stream).displaySurface !== 'browser') return [];
      // forwardWheel takes the wheel of the one who sits there, so by itself it scrolls for nobody else.
      return [
        ...('sendWheel' in can ? (['scroll'] as const) : []),
        ...('increaseZoomLevel' in can ? (['zoom'] as const) : []),
      ];
    },
    async act(stream, input) {
      const { width = 0, height = 0 } = settingsOf(stream);
      if (input.kind === 'wheel')
        await can.sendWheel?.({
          x: Math.round(input.x * width),
          y: Math.round(input.y * height),
          // The wheel of a mouse and what is sent count in opposite directions.
          wheelDeltaX: -input.delta_x,
          wheelDeltaY: -input.delta_y,
        });
      else if (input.direction > 0) await can.increaseZoomLevel?.();
      else if (input.direction < 0) await can.decreaseZoomLevel?.();
      else await can.resetZoomLevel?.();
    },
  };
}
