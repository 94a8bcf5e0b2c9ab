import { setTimeout as wait } from 'node:timers/promises';
import { documentPath } from '#contract/file.ts';
import { fieldLink } from './fieldLink.ts';
import { hashOf, pdf } from './files.ts';
import { email } from './people.ts';
import { phoneOnLink, saveClaim } from './phoneOnLink.ts';
import type { TestServer } from './server.ts';

/**
 * A bill over a bad link: the product's own outbox in a page that is killed again and again, a TCP link that is slow
 * and cut, the real server. `scale` lets all clocks run that much faster, the link too: the bytes stay what they are.
 */
export interface SlowUpload {
  bytes: number;
  bytesPerSecond: number;
  cutEvery: number;
  kills: number;
  scale: number;
}

export interface SlowUploadResult {
  /** Bytes that passed towards the server, by the bytes of the bill. */
  ratio: number;
  /** Whether the server has the very bytes. */
  identical: boolean;
  /** Seconds of the phone. */
  seconds: number;
  kills: number;
  cuts: number;
  connections: number;
  claims: number;
}

export async function slowUpload(
  server: TestServer,
  { bytes: size, bytesPerSecond, cutEvery, kills, scale }: SlowUpload,
): Promise<SlowUploadResult> {
  const token = await server.signIn('employee');
  const link = await fieldLink(server.url, { up: bytesPerSecond * scale, cutEvery: cutEvery / scale });
  const phone = phoneOnLink({ owner: email('employee'), token, url: link.url, scale });
  const bytes = pdf('over a slow link', size);
  const begun = phone.now();
  let killed = 0;

  let page = await phone.openPage();
  await saveClaim(page, 'Over a slow link', bytes);
  for (let done = false; !done;) {
    let dead = false;
    let failed: unknown;
    const life = page.sendAll().then(
      () => (done = true),
      (error: unknown) => (failed ??= error),
    );
    const killer = (async () => {
      const at = ((killed + 1) * size) / (kills + 1);
      while (!done && (killed >= kills || link.up() < at)) await wait(5);
      dead = !done;
    })();
    await Promise.race([life, killer]);
    if (failed !== undefined) throw failed as Error;
    if (!dead) continue;
    page.kill();
    killed += 1;
    page = await phone.openPage();
    await page.outbox.retryAll();
  }
  page.outbox.close();
  const seconds = (phone.now() - begun) / 1000;
  const api = server.with(token);
  const document = await api.get(documentPath(hashOf(bytes)));
  const claims = await server.database.db
    .selectFrom('claim_bills')
    .select('claim_id')
    .where('file_hash', '=', hashOf(bytes))
    .execute();
  await link.close();
  return {
    ratio: link.up() / size,
    identical: document.bytes.equals(bytes),
    seconds,
    kills: killed,
    cuts: link.cuts(),
    connections: link.connections(),
    claims: claims.length,
  };
}
