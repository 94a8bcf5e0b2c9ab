import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import type { Bill } from './bills.ts';

/** What a camera sees, and how a browser is started that has such a camera. */
export interface Scene {
  args: string[];
  discard: () => void;
}

/** A bill on a dark table, turned by so many degrees, as a phone held upright sees it. */
export async function sceneOf(bill: Bill, degrees: number): Promise<Scene> {
  const table = '#4a3b30';
  const paper = await sharp(bill.buffer).resize(720).rotate(degrees, { background: table }).png().toBuffer();
  const frame = await sharp({ create: { width: 1200, height: 1600, channels: 3, background: table } })
    .composite([{ input: paper, gravity: 'centre' }])
    .jpeg({ quality: 90 })
    .toBuffer();
  const folder = mkdtempSync(join(tmpdir(), 'kharcha-scene-'));
  const file = join(folder, 'scene.mjpeg');
  // The same frame over and over; the browser begins again at its end.
  writeFileSync(file, Buffer.concat([frame, frame]));
  return {
    args: [
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      `--use-file-for-fake-video-capture=${file}`,
    ],
    discard: () => rmSync(folder, { recursive: true, force: true }),
  };
}
