import type { ControlAbility, RemoteInput } from '@ringbinder/client/meet';

interface SurfaceController {
  sendWheel?(action: { x: number; y: number; wheelDeltaX: number; wheelDeltaY: number }): Promise<void>;
  increaseZoomLevel?(): Promise<void>;
  decreaseZoomLevel?(): Promise<void>;
  resetZoomLevel?(): Promise<void>;
}

export interface CapturedSurface {
  /** Passed to `getDisplayMedia`. Undefined if unsupported. */
  readonly controller: object | undefined;
  abilities(stream: MediaStream): ControlAbility[];
  /** Rejects if the browser denies the input or requires a user gesture. */
  act(stream: MediaStream, input: Extract<RemoteInput, { kind: 'wheel' | 'zoom' }>): Promise<void>;
}

export function createCapturedSurface(): CapturedSurface {
  const { CaptureController: Controller } = globalThis as { CaptureController?: new () => object };
  const controller = Controller && new Controller();
  const can = (controller ?? {}) as SurfaceController;
  const settingsOf = (stream: MediaStream) => stream.getVideoTracks()[0]?.getSettings() ?? {};
  return {
    controller,
    abilities(stream) {
      if (settingsOf(stream).displaySurface !== 'browser') return [];
      // `forwardWheel` forwards only the local user's wheel.
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
          // Wheel events and `sendWheel` have opposite signs.
          wheelDeltaX: -input.delta_x,
          wheelDeltaY: -input.delta_y,
        });
      else if (input.direction > 0) await can.increaseZoomLevel?.();
      else if (input.direction < 0) await can.decreaseZoomLevel?.();
      else await can.resetZoomLevel?.();
    },
  };
}
