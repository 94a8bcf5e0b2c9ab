import type { EmbeddedEngine } from '#server/platform/database/embeddedEngine.ts';

/** The messages of an answer in PostgreSQL's protocol: type and content. */
function messages(answer: Uint8Array): { type: string; body: Buffer }[] {
  const bytes = Buffer.from(answer);
  const found: { type: string; body: Buffer }[] = [];
  for (let at = 0; at < bytes.length;) {
    const length = bytes.readInt32BE(at + 1);
    found.push({ type: String.fromCharCode(bytes[at]!), body: bytes.subarray(at + 5, at + 1 + length) });
    at += 1 + length;
  }
  return found;
}

async function ask(engine: EmbeddedEngine, sql: string): Promise<{ type: string; body: Buffer }[]> {
  const text = Buffer.from(`${sql}\0`);
  const message = new Uint8Array(5 + text.length);
  message[0] = 'Q'.charCodeAt(0);
  new DataView(message.buffer).setInt32(1, 4 + text.length);
  message.set(text, 5);
  const answer = messages(await engine.execute(message));
  const error = answer.find(({ type }) => type === 'E');
  if (error) throw new Error(error.body.toString('utf8').replaceAll('\0', ' '));
  return answer;
}

/** Runs statements directly on the engine, without a pool or a thread. Throws when PostgreSQL refuses one. */
export async function run(engine: EmbeddedEngine, sql: string): Promise<void> {
  await ask(engine, sql);
}

/** The first column of every row, as text. */
export async function values(engine: EmbeddedEngine, sql: string): Promise<string[]> {
  const rows = (await ask(engine, sql)).filter(({ type }) => type === 'D');
  return rows.map(({ body }) => body.toString('utf8', 6, 6 + body.readInt32BE(2)));
}
