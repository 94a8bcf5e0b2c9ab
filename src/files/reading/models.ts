import { env, InferenceSession, Tensor } from 'onnxruntime-web/wasm';
import { alphabetOf } from './decode.ts';

/** What the models are made of; each is loaded when its turn comes. */
export interface ModelFiles {
  program: () => Promise<WebAssembly.Module>;
  detector: () => Promise<ArrayBuffer>;
  recogniser: () => Promise<ArrayBuffer>;
  signs: () => Promise<string>;
}

export interface Models {
  /** How likely each pixel is text, 0 to 1, from planes of red, green and blue. */
  detect: (planes: Float32Array, width: number, height: number) => Promise<Float32Array>;
  /** The scores of each sign at each step along a line. From the first line on nothing more can be detected. */
  recognise: (planes: Float32Array, width: number, height: number) => Promise<Float32Array>;
  alphabet: readonly string[];
  close: () => Promise<void>;
}

// What a run takes is given back after it. Kept for the next, as large as the largest line, it would stay.
const OPTIONS = { executionProviders: ['wasm'], enableCpuMemArena: false, enableMemPattern: false } as const;

interface Model {
  run: Models['detect'];
  close: () => Promise<void>;
}

async function open(bytes: ArrayBuffer): Promise<Model> {
  const session = await InferenceSession.create(new Uint8Array(bytes), OPTIONS);
  const [input = ''] = session.inputNames;
  const [output = ''] = session.outputNames;
  return {
    run: async (planes, width, height) => {
      const results = await session.run({ [input]: new Tensor('float32', planes, [1, 3, height, width]) });
      return results[output]?.data as Float32Array;
    },
    close: () => session.release(),
  };
}

/**
 * Has the engine start from a compiled program: it takes bytes, which are compiled anew each time, or an address, which
 * it asks of the network where the browser's cache fails it. Answers how to end that, once the first model is open.
 */
function startFrom(program: WebAssembly.Module): () => void {
  const { instantiate } = WebAssembly;
  env.wasm.wasmBinary = new ArrayBuffer(0);
  WebAssembly.instantiate = (async (_bytes: BufferSource, imports?: WebAssembly.Imports) => ({
    module: program,
    instance: await instantiate(program, imports),
  })) as typeof instantiate;
  return () => {
    WebAssembly.instantiate = instantiate;
    delete env.wasm.wasmBinary;
  };
}

/** Opens the models, one at a time in memory. Throws where a file cannot be had or is none. */
export async function openModels(files: ModelFiles): Promise<Models> {
  // A page that is not isolated from others has no memory that threads could share.
  env.wasm.numThreads = globalThis.crossOriginIsolated ? Math.min(4, navigator.hardwareConcurrency) : 1;
  const bytes = await files.detector();
  const started = startFrom(await files.program());
  let detector: Model | undefined = await open(bytes).finally(started);
  let recogniser: Model | undefined;
  return {
    alphabet: alphabetOf(await files.signs()),
    detect: async (...picture) => {
      if (!detector) throw new Error('It is closed.');
      return detector.run(...picture);
    },
    recognise: async (...line) => {
      await detector?.close();
      detector = undefined;
      recogniser ??= await open(await files.recogniser());
      return recogniser.run(...line);
    },
    close: async () => {
      await detector?.close();
      await recogniser?.close();
    },
  };
}
