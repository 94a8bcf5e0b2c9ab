import { around, type Box, type Piece } from '#domain/billReading/pieces.ts';
import { readPieces, type BillReading } from '#domain/billReading/read.ts';
import { decodeLine } from './decode.ts';
import type { Models } from './models.ts';
import { inOrder, slopeOf } from './order.ts';
import { cutStrip, planesOf, type Pixels, type Scale, type Strip } from './pixels.ts';
import { stripsOf } from './strips.ts';

/** The picture of a bill, upright. `pixels`: of a part, within 2,000 pixels. */
export interface Picture {
  width: number;
  height: number;
  pixels: (part: Box) => Promise<Pixels>;
}

/** What was read, the pieces of text and their slope that it was read from, and the pixels that its places lie on. */
export interface ReadPicture {
  reading: BillReading;
  pieces: readonly Piece[];
  slope: number;
  pixels: Pixels;
}

/** Lines are looked for at so many pixels; more takes longer and finds no more. */
const DETECTED_PIXELS = 900_000;
const DETECTOR: Scale = { mean: [0.485, 0.456, 0.406], deviation: [0.229, 0.224, 0.225] };
const RECOGNISER: Scale = { mean: [0.5, 0.5, 0.5], deviation: [0.5, 0.5, 0.5] };
const LINE_HEIGHT = 48;
/** Below this a line is a pattern that looks like text. */
const LEAST_SCORE = 0.5;
/** More than a bill has; what else looks like text is not read. */
const MOST_LINES = 160;
const MARGIN = 20;

/** Sides of the detector's picture are of this many pixels, or twice or more. */
const sideOf = (pixels: number): number => Math.max(32, Math.round(pixels / 32) * 32);

async function linesOf(pixels: Pixels, { detect }: Models): Promise<Strip[]> {
  const scale = Math.min(1, Math.sqrt(DETECTED_PIXELS / (pixels.width * pixels.height)));
  const [width, height] = [sideOf(pixels.width * scale), sideOf(pixels.height * scale)];
  const map = await detect(planesOf(pixels, width, height, DETECTOR), width, height);
  const [across, down] = [pixels.width / width, pixels.height / height];
  const strips = stripsOf(map, width, height).map((strip) => ({
    ...strip,
    x: strip.x * across,
    y: strip.y * down,
    width: strip.width * across,
    height: strip.height * down,
  }));
  if (strips.length <= MOST_LINES) return strips;
  return strips.sort((a, b) => b.width * b.height - a.width * a.height).slice(0, MOST_LINES);
}

const boxOf = ({ x, y, width, height }: Strip): Box => ({ x: x - width / 2, y: y - height / 2, width, height });

/** The part of a picture that its text takes, where looking closer shows more; null where it does not. */
function closeUp(strips: readonly Strip[], pixels: Pixels, picture: Picture): Box | null {
  if (strips.length === 0) return null;
  const text = around(strips.map(boxOf));
  const [left, top] = [Math.max(0, text.x - MARGIN), Math.max(0, text.y - MARGIN)];
  const width = Math.min(pixels.width, text.x + text.width + MARGIN) - left;
  const height = Math.min(pixels.height, text.y + text.height + MARGIN) - top;
  const share = (width * height) / (pixels.width * pixels.height);
  const scale = picture.width / pixels.width;
  if (share >= 0.35 && !(share < 0.5 && scale > 1.2)) return null;
  return { x: left * scale, y: top * scale, width: width * scale, height: height * scale };
}

/**
 * Reads a bill off its picture by the rules of its text (READ-1); null where it shows no text. The lines of the total
 * are read first (READ-10): `tell` hears of a total that is sure while the rest is still to come.
 */
export async function readPicture(
  picture: Picture,
  models: Models,
  today: string,
  tell: (early: ReadPicture) => Promise<void>,
): Promise<ReadPicture | null> {
  let pixels = await picture.pixels({ x: 0, y: 0, width: picture.width, height: picture.height });
  let strips = await linesOf(pixels, models);
  const part = closeUp(strips, pixels, picture);
  if (part) {
    pixels = await picture.pixels(part);
    strips = await linesOf(pixels, models);
  }
  const pieces: Piece[] = [];
  const slope = slopeOf(strips);
  const read = async (lines: readonly Strip[]): Promise<BillReading> => {
    for (const strip of lines) {
      const { planes, width } = cutStrip(pixels, strip, LINE_HEIGHT, RECOGNISER);
      const line = decodeLine(await models.recognise(planes, width, LINE_HEIGHT), models.alphabet);
      if (line && line.score > LEAST_SCORE) pieces.push({ text: line.text, ...boxOf(strip) });
    }
    return readPieces(pieces, today, slope);
  };
  const { first, rest } = inOrder(strips);
  const early = await read(first);
  if (early.total?.confidence === 'sure')
    await tell({ reading: { ...early, day: null, merchant: null, number: null }, pieces, slope, pixels });
  const reading = await read(rest);
  return pieces.length === 0 ? null : { reading, pieces, slope, pixels };
}
