/** A picture as a canvas gives it: four bytes a pixel, row by row. */
export interface Pixels {
  width: number;
  height: number;
  data: Uint8ClampedArray | Uint8Array;
}

/** A line of text on a picture, in pixels: its middle, its size, and how far it is turned (radians, clockwise). */
export interface Strip {
  x: number;
  y: number;
  width: number;
  height: number;
  angle: number;
}

/** What a model takes a colour for: (value / 255 - mean) / deviation, by red, green and blue. */
export interface Scale {
  mean: readonly [number, number, number];
  deviation: readonly [number, number, number];
}

/** The whole picture at another size, as planes of red, green and blue; each pixel is the average of what it covers. */
export function planesOf(picture: Pixels, width: number, height: number, { mean, deviation }: Scale): Float32Array {
  const planes = new Float32Array(3 * width * height);
  const { data } = picture;
  for (let row = 0; row < height; row++) {
    const top = Math.floor((row * picture.height) / height);
    const bottom = Math.max(top + 1, Math.floor(((row + 1) * picture.height) / height));
    for (let column = 0; column < width; column++) {
      const left = Math.floor((column * picture.width) / width);
      const right = Math.max(left + 1, Math.floor(((column + 1) * picture.width) / width));
      let [red, green, blue] = [0, 0, 0];
      for (let y = top; y < bottom; y++)
        for (let at = (y * picture.width + left) * 4, end = at + (right - left) * 4; at < end; at += 4) {
          red += data[at] ?? 0;
          green += data[at + 1] ?? 0;
          blue += data[at + 2] ?? 0;
        }
      const covered = (bottom - top) * (right - left) * 255;
      const to = row * width + column;
      planes[to] = (red / covered - mean[0]) / deviation[0];
      planes[to + width * height] = (green / covered - mean[1]) / deviation[1];
      planes[to + 2 * width * height] = (blue / covered - mean[2]) / deviation[2];
    }
  }
  return planes;
}

/** What a strip becomes: `width` columns, of which those behind its end stay 0. */
export interface Cut {
  planes: Float32Array;
  width: number;
}

/** Widths that the model is asked for: of fewer kinds, each is prepared once. */
const STEP = 32;
const [NARROWEST, WIDEST] = [16, 1_600] as const;

/** Cuts a strip out of the picture, upright, as planes of red, green and blue of this height, its proportions kept. */
export function cutStrip(picture: Pixels, strip: Strip, height: number, { mean, deviation }: Scale): Cut {
  const { data } = picture;
  const width = Math.max(NARROWEST, Math.min(WIDEST, Math.ceil((height * strip.width) / strip.height)));
  const room = Math.ceil(width / STEP) * STEP;
  const plane = room * height;
  const into = new Float32Array(3 * plane);
  const [cos, sin] = [Math.cos(strip.angle), Math.sin(strip.angle)];
  // A strip much taller than its copy is averaged over the rows that fall together.
  const taps = Math.max(1, Math.min(4, Math.round(strip.height / height)));
  const full = taps * taps * 255;
  for (let row = 0; row < height; row++)
    for (let column = 0; column < width; column++) {
      let [red, green, blue] = [0, 0, 0];
      for (let tap = 0; tap < taps * taps; tap++) {
        const across = ((column + ((tap % taps) + 0.5) / taps) / width - 0.5) * strip.width;
        const down = ((row + (Math.floor(tap / taps) + 0.5) / taps) / height - 0.5) * strip.height;
        const x = Math.min(picture.width - 1.001, Math.max(0, strip.x + across * cos - down * sin - 0.5));
        const y = Math.min(picture.height - 1.001, Math.max(0, strip.y + across * sin + down * cos - 0.5));
        const [left, top] = [Math.floor(x), Math.floor(y)];
        const [fx, fy] = [x - left, y - top];
        const a = (top * picture.width + left) * 4;
        const b = a + picture.width * 4;
        const [wa, wb, wc, wd] = [(1 - fx) * (1 - fy), fx * (1 - fy), (1 - fx) * fy, fx * fy];
        red += (data[a] ?? 0) * wa + (data[a + 4] ?? 0) * wb + (data[b] ?? 0) * wc + (data[b + 4] ?? 0) * wd;
        green += (data[a + 1] ?? 0) * wa + (data[a + 5] ?? 0) * wb + (data[b + 1] ?? 0) * wc + (data[b + 5] ?? 0) * wd;
        blue += (data[a + 2] ?? 0) * wa + (data[a + 6] ?? 0) * wb + (data[b + 2] ?? 0) * wc + (data[b + 6] ?? 0) * wd;
      }
      const to = row * room + column;
      into[to] = (red / full - mean[0]) / deviation[0];
      into[to + plane] = (green / full - mean[1]) / deviation[1];
      into[to + 2 * plane] = (blue / full - mean[2]) / deviation[2];
    }
  return { planes: into, width: room };
}
