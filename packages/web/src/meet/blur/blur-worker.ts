import type { BlurWorkerMessage } from './blur-track.ts';
import { createFrameBudget } from './frame-budget.ts';
import { withMetadata } from './model-metadata.ts';

interface Mask {
  width: number;
  height: number;
  getAsFloat32Array(): Float32Array;
}
interface Segmenter {
  segmentForVideo(image: OffscreenCanvas, timestampMs: number): { confidenceMasks: Mask[]; close(): void };
}
interface Vision {
  ImageSegmenter: { createFromOptions(files: object, options: object): Promise<Segmenter> };
}

interface BlurredStreams {
  readable: ReadableStream<VideoFrame>;
  writable: WritableStream<VideoFrame>;
}

const [WIDTH, HEIGHT] = [256, 144];
/** Blurring at this reduced size takes a tenth of the work. */
const DOWNSCALE = 6;
const EDGE = 8;

const post = (message: BlurWorkerMessage) => postMessage(message);
const address = (name: string) => new URL(`/assets/segmentation/${name}`, location.origin).href;

async function load(): Promise<Segmenter> {
  const [{ ImageSegmenter }, model] = await Promise.all([
    import(/* @vite-ignore */ address('vision.mjs')) as Promise<Vision>,
    fetch(address('person.tflite')).then(async (answer) => {
      if (!answer.ok) throw new DOMException('', 'NetworkError');
      return new Uint8Array(await answer.arrayBuffer());
    }),
  ]);
  const files = { wasmLoaderPath: address('runtime.js'), wasmBinaryPath: address('runtime.wasm') };
  const segmenter = await ImageSegmenter.createFromOptions(files, {
    // The CPU takes 10 ms per picture. An emulated GPU takes 280 ms.
    baseOptions: { modelAssetBuffer: withMetadata(model), delegate: 'CPU' },
    runningMode: 'VIDEO',
    outputConfidenceMasks: true,
    outputCategoryMask: false,
  });
  // The first picture takes half a second.
  segmenter.segmentForVideo(context(WIDTH, HEIGHT).canvas, performance.now()).close();
  return segmenter;
}

function context(width: number, height: number): OffscreenCanvasRenderingContext2D {
  const created = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
  if (!created) throw new DOMException('', 'NotSupportedError');
  return created;
}

function createPainter(segmenter: Segmenter) {
  const looked = context(WIDTH, HEIGHT);
  const mask = context(WIDTH, HEIGHT);
  const alpha = new ImageData(WIDTH, HEIGHT);
  let output: OffscreenCanvasRenderingContext2D | undefined;
  let small: OffscreenCanvasRenderingContext2D | undefined;
  return (frame: VideoFrame): VideoFrame => {
    const { displayWidth: width, displayHeight: height, timestamp } = frame;
    if (output?.canvas.width !== width || output.canvas.height !== height || !small) {
      output = context(width, height);
      small = context(Math.ceil(width / DOWNSCALE), Math.ceil(height / DOWNSCALE));
      small.filter = 'blur(3px)';
    }
    looked.drawImage(frame, 0, 0, WIDTH, HEIGHT);
    const segments = segmenter.segmentForVideo(looked.canvas, performance.now());
    const confidence = segments.confidenceMasks[0]?.getAsFloat32Array() ?? new Float32Array();
    for (const [index, value] of confidence.entries()) alpha.data[index * 4 + 3] = value * 255;
    segments.close();
    mask.putImageData(alpha, 0, 0);
    const { canvas } = small;
    small.drawImage(frame, -EDGE, -EDGE, canvas.width + 2 * EDGE, canvas.height + 2 * EDGE);
    output.globalCompositeOperation = 'copy';
    output.drawImage(mask.canvas, 0, 0, width, height);
    output.globalCompositeOperation = 'source-in';
    output.drawImage(frame, 0, 0, width, height);
    output.globalCompositeOperation = 'destination-over';
    output.drawImage(small.canvas, 0, 0, width, height);
    return new VideoFrame(output.canvas, { timestamp });
  };
}

const loaded = load();
loaded.then(
  () => post({ type: 'ready' }),
  (error) => post({ type: 'failed', message: String(error) }),
);

addEventListener('message', async ({ data }: MessageEvent<BlurredStreams>) => {
  const paint = createPainter(await loaded);
  const keepsUp = createFrameBudget();
  const blurred = new TransformStream<VideoFrame, VideoFrame>({
    transform(frame, controller) {
      const begun = performance.now();
      try {
        controller.enqueue(paint(frame));
      } finally {
        frame.close();
      }
      if (!keepsUp(performance.now() - begun)) post({ type: 'slow' });
    },
  });
  await data.readable
    .pipeThrough(blurred)
    .pipeTo(data.writable)
    .catch(() => undefined); // the camera was turned off
});
