import type { Box } from '#domain/billReading/pieces.ts';
import { fit } from '../pictureSize.ts';
import { keptFiles } from './engineFiles.ts';
import { openModels } from './models.ts';
import type { Pixels } from './pixels.ts';
import { readPicture, type Picture, type ReadPicture } from './readPicture.ts';
import { READ_FIELDS, type ReadBill } from './readBill.ts';

/** A photo to be read; `today` is the organisation's. */
export interface ReadingJob {
  bytes: ArrayBuffer;
  type: string;
  today: string;
}

/** What comes of it, after the news of a sure total; null where the photo shows no text. */
export interface ReadingDone {
  bill: ReadBill | null;
}
/** As inWorker.ts takes it. `failed`: what of. */
type Said = ReadingDone | { news: ReadBill } | { failed: 'engine' | 'photo' };

/** A larger photo is decoded smaller. */
const LONGEST_SIDE = 4_000;
/** Around what was read, so that one sees where it stands. */
const MARGIN = 12;

function canvasOf(width: number, height: number): [OffscreenCanvas, OffscreenCanvasRenderingContext2D] {
  const canvas = new OffscreenCanvas(width, height);
  const paper = canvas.getContext('2d', { alpha: false, willReadFrequently: true });
  if (!paper) throw new Error('No canvas.');
  return [canvas, paper];
}

async function open({ bytes, type }: ReadingJob): Promise<Picture> {
  const photo = new Blob([bytes], { type });
  let source = await createImageBitmap(photo, { imageOrientation: 'from-image' });
  if (Math.max(source.width, source.height) > LONGEST_SIDE) {
    const { width, height } = fit(source.width, source.height, LONGEST_SIDE);
    const smaller = await createImageBitmap(source, { resizeWidth: width, resizeHeight: height });
    source.close();
    source = smaller;
  }
  return {
    width: source.width,
    height: source.height,
    pixels: async (part) => {
      const { width, height } = fit(part.width, part.height);
      const [, paper] = canvasOf(width, height);
      // What is clear in a PNG is paper.
      paper.fillStyle = '#ffffff';
      paper.fillRect(0, 0, width, height);
      paper.imageSmoothingQuality = 'high';
      paper.drawImage(source, part.x, part.y, part.width, part.height, 0, 0, width, height);
      return paper.getImageData(0, 0, width, height);
    },
  };
}

async function pieceOf(pixels: Pixels, box: Box): Promise<ArrayBuffer> {
  const { width, height } = box;
  const [canvas, paper] = canvasOf(Math.ceil(width + 2 * MARGIN), Math.ceil(height + 2 * MARGIN));
  paper.fillStyle = '#ffffff';
  paper.fillRect(0, 0, canvas.width, canvas.height);
  paper.putImageData(pixels as ImageData, Math.round(MARGIN - box.x), Math.round(MARGIN - box.y));
  return (await canvas.convertToBlob()).arrayBuffer();
}

async function withPictures({ reading, pixels }: ReadPicture): Promise<ReadBill> {
  const pictures: ReadBill['pictures'] = {};
  for (const field of READ_FIELDS) {
    const box = reading[field]?.from;
    if (box) pictures[field] = await pieceOf(pixels, box);
  }
  return { reading, pictures };
}

const say = (said: Said): void => self.postMessage(said);

async function read(job: ReadingJob): Promise<void> {
  const models = await openModels(keptFiles).catch(() => null);
  if (!models) return say({ failed: 'engine' });
  const result = await readPicture(await open(job), models, job.today, async (early) =>
    say({ news: await withPictures(early) }),
  );
  say({ bill: result && (await withPictures(result)) });
}

self.addEventListener('message', (event: MessageEvent<ReadingJob>) => {
  void read(event.data).catch(() => say({ failed: 'photo' }));
});
