/** A receipt as a phone sees it: a little askew, on a table, in the light of the room. */
export async function photographed(receipt: Buffer, tilt: number): Promise<Buffer> {
  // Read only by the one start that draws: it is as large as all the rest.
  const { default: sharp } = await import('sharp');
  const table = { r: 122, g: 98, b: 74 };
  const turned = await sharp(receipt)
    .toColourspace('srgb')
    .resize({ width: 520 })
    .blur(0.5)
    .rotate(tilt, { background: table })
    .toBuffer();
  return sharp(turned)
    .extend({ top: 40, bottom: 56, left: 48, right: 40, background: table })
    .modulate({ brightness: 0.97 })
    .jpeg({ quality: 70 })
    .toBuffer();
}
