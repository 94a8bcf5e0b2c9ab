/** All that a stream gives, together. */
export async function gathered(pieces: AsyncIterable<unknown>): Promise<Buffer> {
  const all: Buffer[] = [];
  for await (const piece of pieces) all.push(piece as Buffer);
  return Buffer.concat(all);
}
