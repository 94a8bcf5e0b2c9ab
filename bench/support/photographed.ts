import sharp from 'sharp';

/** Other pictures of the same paper, as people come by them. */

/** Longest side of what is made, as a phone fits its photos. */
const LONGEST = 2_000;
/** What the paper lies on. */
const TABLE = { r: 118, g: 96, b: 78 };

type Next = () => number;
/** Between these, either way. */
const between = (next: Next, least: number, most: number): number =>
  (least + next() * (most - least)) * (next() < 0.5 ? -1 : 1);

interface Raw {
  data: Uint8Array;
  width: number;
  height: number;
}

async function rawOf(photo: Buffer): Promise<Raw> {
  const { data, info } = await sharp(photo).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

const onTable = (photo: string): Promise<Buffer> =>
  sharp(photo)
    .resize(LONGEST, LONGEST, { fit: 'inside', withoutEnlargement: true })
    .removeAlpha()
    .toColourspace('srgb')
    .png({ compressionLevel: 0 })
    .toBuffer()
    .then((fitted) =>
      sharp(fitted)
        .extend({ top: 50, bottom: 50, left: 40, right: 40, background: TABLE })
        .png({ compressionLevel: 0 })
        .toBuffer(),
    );

/**
 * As a camera sees it that is held at an angle: one side nearer than the other, from above or below, light from one
 * side, and the noise of a sensor.
 */
async function seenFromAside(photo: Buffer, next: Next): Promise<Buffer> {
  const { data, width, height } = await rawOf(photo);
  const seen = new Uint8Array(data.length);
  const [across, down, turn] = [between(next, 0.04, 0.12), between(next, 0.02, 0.08), between(next, 0, 0.04)];
  const [light, shade] = [0.75 + next() * 0.4, between(next, 0.05, 0.2)];
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const [u, v] = [x / width - 0.5, y / height - 0.5];
      const depth = 1 + across * u + down * v;
      const fromX = Math.round(((u - turn * v) / depth + 0.5) * (width - 1));
      const fromY = Math.round(((v + turn * u) / depth + 0.5) * (height - 1));
      const inside = fromX >= 0 && fromY >= 0 && fromX < width && fromY < height;
      const noise = (next() + next() - 1) * 18;
      for (const [channel, empty] of [TABLE.r, TABLE.g, TABLE.b].entries()) {
        const value = inside ? (data[(fromY * width + fromX) * 3 + channel] ?? 0) : empty;
        seen[(y * width + x) * 3 + channel] = Math.max(0, Math.min(255, value * (light + shade * u) + noise));
      }
    }
  return sharp(seen, { raw: { width, height, channels: 3 } })
    .png({ compressionLevel: 0 })
    .toBuffer();
}

/** Each makes a JPEG of the photo at this path. */
export const AGAIN: Readonly<Record<string, (photo: string, next: Next) => Promise<Buffer>>> = {
  'photographed again': async (photo, next) =>
    sharp(await seenFromAside(await onTable(photo), next))
      .blur(0.5 + next() * 0.6)
      .jpeg({ quality: Math.round(70 + next() * 20) })
      .toBuffer(),
  'cropped and out of focus': async (photo, next) => {
    const { width, height } = await sharp(photo).metadata();
    const [left, top] = [Math.round(width * 0.02 * next()), Math.round(height * (0.03 + 0.12 * next()))];
    const cropped = await sharp(photo)
      .extract({
        left,
        top,
        width: width - left - Math.round(width * 0.02 * next()),
        height: height - top - Math.round(height * (0.03 + 0.09 * next())),
      })
      .resize(LONGEST, LONGEST, { fit: 'inside', withoutEnlargement: true })
      .toBuffer();
    return sharp(cropped)
      .blur(0.6 + next() * 0.6)
      .jpeg({ quality: 85 })
      .toBuffer();
  },
  'turned and recompressed': async (photo, next) =>
    sharp(await onTable(photo))
      .rotate(between(next, 2, 9), { background: TABLE })
      .modulate({ brightness: 0.8 + next() * 0.4 })
      .resize(LONGEST, LONGEST, { fit: 'inside' })
      .jpeg({ quality: Math.round(35 + next() * 25) })
      .toBuffer(),
};
