/** The long side of a shrunk photo, in pixels: enough to read a receipt. */
const LONG_SIDE = 2_000;
const QUALITIES = [0.82, 0.7, 0.55] as const;

/** Width and height within the long side, the proportions kept; small pictures stay as they are. */
export function fit(width: number, height: number, longSide = LONG_SIDE): { width: number; height: number } {
  const scale = Math.min(1, longSide / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/**
 * A photo as a JPEG under the limit, upright as it was taken. Runs where OffscreenCanvas is: page or worker.
 * Throws when the picture cannot be decoded or does not get small enough.
 */
export async function shrinkImage(bytes: ArrayBuffer, type: string, limit: number): Promise<ArrayBuffer> {
  const picture = await createImageBitmap(new Blob([bytes], { type }), { imageOrientation: 'from-image' });
  try {
    for (const longSide of [LONG_SIDE, 1_600, 1_200]) {
      const { width, height } = fit(picture.width, picture.height, longSide);
      const canvas = new OffscreenCanvas(width, height);
      const paper = canvas.getContext('2d');
      if (!paper) throw new Error('No canvas.');
      // JPEG knows no transparency: what was clear becomes white, not black.
      paper.fillStyle = '#ffffff';
      paper.fillRect(0, 0, width, height);
      paper.drawImage(picture, 0, 0, width, height);
      for (const quality of QUALITIES) {
        const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality });
        if (blob.size < limit) return await blob.arrayBuffer();
      }
    }
  } finally {
    picture.close();
  }
  throw new Error('Does not get small enough.');
}
