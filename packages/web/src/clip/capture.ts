import { CaptureProblem, problemOf } from './problems.ts';

const DISPLAY = { width: { max: 1920 }, height: { max: 1080 }, frameRate: { max: 30 } };
const CAMERA = { width: { ideal: 1280 }, height: { ideal: 720 }, frameRate: { max: 30 } };
const BUBBLE = { width: { ideal: 480 }, height: { ideal: 480 }, frameRate: { max: 30 } };

/**
 * Throws CaptureProblem.
 * @param controller a CaptureController, which can scroll and zoom a tab
 */
export async function captureDisplay(controller?: object): Promise<MediaStream> {
  try {
    const options = {
      video: DISPLAY,
      audio: { suppressLocalAudioPlayback: false },
      systemAudio: 'include',
      ...(controller && { controller }),
    };
    return await navigator.mediaDevices.getDisplayMedia(options as DisplayMediaStreamOptions);
  } catch (error) {
    throw await problemOf('display', error);
  }
}

/** Uses `facing` only if there is no `deviceId`. */
export function captureCamera(
  deviceId: string | undefined,
  size: 'full' | 'bubble',
  facing?: string,
): Promise<MediaStream> {
  const requestedSize = size === 'full' ? CAMERA : BUBBLE;
  const device = deviceId || !facing ? exactly(deviceId) : { facingMode: { exact: facing } };
  return captureDevice('camera', { video: { ...requestedSize, ...device } });
}

export function captureMicrophone(deviceId: string | undefined): Promise<MediaStream> {
  const audio = { echoCancellation: true, noiseSuppression: true, ...exactly(deviceId) };
  return captureDevice('microphone', { audio });
}

const exactly = (deviceId: string | undefined) => (deviceId ? { deviceId: { exact: deviceId } } : {});

async function captureDevice(
  device: 'camera' | 'microphone',
  constraints: MediaStreamConstraints,
): Promise<MediaStream> {
  try {
    const stream = await navigator.mediaDevices.getUserMedia(constraints);
    // Some browsers return an ended track for a busy device.
    if (stream.getTracks().some(({ readyState }) => readyState === 'ended'))
      throw new CaptureProblem(device, 'busy');
    return stream;
  } catch (error) {
    throw await problemOf(device, error);
  }
}

export function stopCapture(stream: MediaStream | undefined): void {
  for (const track of stream?.getTracks() ?? []) track.stop();
}
