import { MAX_PIXELS } from '#contract/limits.ts';
import libheif from 'libheif-js/libheif-wasm/libheif.js';
import wasmUrl from 'libheif-js/libheif-wasm/libheif.wasm?url';

// The build names this piece after the file; the worker of the site knows by that name what is too heavy to keep for
// everybody.

let loaded: Promise<ReturnType<typeof libheif>> | undefined;

async function load(): Promise<ReturnType<typeof libheif>> {
  const answer = await fetch(wasmUrl);
  if (!answer.ok) throw new Error('The decoder could not be fetched.');
  return libheif({ wasmBinary: await answer.arrayBuffer() });
}

/** The main picture of a HEIC, turned as it was taken. Throws where it, or the decoder, cannot be had. */
export async function decodeHeic(bytes: ArrayBuffer): Promise<ImageData> {
  const { HeifDecoder } = await (loaded ??= load());
  const pictures = new HeifDecoder().decode(new Uint8Array(bytes));
  const picture = pictures.find((each) => each.is_primary()) ?? pictures[0];
  if (!picture) throw new Error('There is no picture in it.');
  try {
    if (picture.get_width() * picture.get_height() > MAX_PIXELS) throw new Error('It has too many pixels.');
    const pixels = new ImageData(picture.get_width(), picture.get_height());
    await new Promise<void>((resolve, reject) => {
      picture.display(pixels, (drawn) => (drawn ? resolve() : reject(new Error('Not decoded.'))));
    });
    return pixels;
  } finally {
    for (const each of pictures) each.free();
  }
}
