import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';

/**
 * Draws every icon of the product from the one drawing, public/icons/icon.svg. Run it after a change there: `npx tsx
 * scripts/icons.ts`.
 */

const PUBLIC = new URL('../public/', import.meta.url);
const drawing = await readFile(new URL('icons/icon.svg', PUBLIC), 'utf8');
/** Without rounded corners: the phone cuts its own shape. The receipt keeps within the safe circle of 80 %. */
const square = drawing.replace(/ rx="\d+"/, '');

/** White, blue, and the steps between them along the edges. */
const COLOURS = 16;

async function draw(svg: string, size: number, path: string): Promise<void> {
  const png = await sharp(Buffer.from(svg), { density: 72 * (size / 512) * 4 })
    .resize(size, size)
    .png({ compressionLevel: 9, palette: true, colours: COLOURS })
    .toBuffer();
  await writeFile(new URL(path, PUBLIC), png);
  console.log(`${fileURLToPath(new URL(path, PUBLIC))} ${png.length} bytes`);
}

await draw(drawing, 192, 'icons/icon-192.png');
await draw(drawing, 512, 'icons/icon-512.png');
await draw(square, 512, 'icons/maskable-512.png');
await draw(square, 180, 'icons/apple-touch-icon.png');
await draw(drawing, 96, 'icons/shortcut-96.png');
await writeFile(new URL('favicon.svg', PUBLIC), drawing);
