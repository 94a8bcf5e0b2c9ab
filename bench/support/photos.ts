import sharp from 'sharp';

const ORIENTATIONS = 8;
const LINES = 24;

/** Paper with the noise of a sensor, to be laid side by side: drawing it anew takes seconds for a large photo. */
const PAPER = sharp({
  create: {
    width: 256,
    height: 256,
    channels: 3,
    background: '#ddd',
    noise: { type: 'gaussian', mean: 215, sigma: 12 },
  },
})
  .png()
  .toBuffer();

/** A photo as a phone takes one: text on paper, another one for each `n`, turned as the phone was held. */
export async function photo(megapixels: number, n: number): Promise<Buffer> {
  const height = Math.round(Math.sqrt((megapixels * 1_000_000 * 3) / 4));
  const width = Math.round((height * 4) / 3);
  const lines = Array.from(
    { length: LINES },
    (_, line) => `<text x="40" y="${60 + line * 30}" font-size="22">Item ${n} ${line}  ${line * 37}.50</text>`,
  );
  const size = `viewBox="0 0 1000 800" width="${width}" height="${height}"`;
  const text = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${size}>${lines.join('')}</svg>`);
  return sharp({ create: { width, height, channels: 3, background: '#ddd' } })
    .composite([{ input: await PAPER, tile: true }, { input: text }])
    .withMetadata({ orientation: 1 + (n % ORIENTATIONS) })
    .jpeg({ quality: 88 })
    .toBuffer();
}
