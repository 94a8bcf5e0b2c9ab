import { getProofPack } from '#contract/calls/audit.ts';
import { urlOf } from '#contract/endpoint.ts';
import { headDigest, keyDigest, newestHead, publishHeads, readSigner } from '#server/platform/audit/heads.ts';
import { auditKeys, sealAudit } from '#server/platform/audit/seals.ts';
import { expect } from 'vitest';
import { approve, expenseBody, file, update } from './expenses.ts';
import { photo as photoOf } from './photos.ts';
import { startServer, type TestServer } from './server.ts';
import type { VerifyPage } from './verifyPage.ts';

/** A claim with a history, and its proof pack. */

export interface Proof {
  server: TestServer;
  id: string;
  pack: Buffer;
  keyDigest: string;
  headDigest: string;
}

/** Files a claim, changes its bills twice, has it approved, publishes a head, and takes the pack. */
export async function aProof(): Promise<Proof> {
  const server = await startServer();
  const { db } = server.database;
  const employee = await server.as('employee');
  const { expenseId: id, billUrl } = await file(employee);
  const first = billUrl[0]?.fingerPrint ?? '';
  const photo = await employee.upload(await photoOf('jpeg'), 'taxi.jpg');
  const { fingerPrint } = photo.body['data'] as { fingerPrint: string };
  await update(employee, id, { ...expenseBody(first), billUrl: [first, fingerPrint] });
  await update(employee, id, expenseBody(await employee.bill('another bill')));
  await approve(await server.as('manager'), id, { managerApprovedAmount: 450.5, managerRemarks: 'Fine ₹ – नमस्ते' });
  const finance = await server.as('finance');
  await sealAudit(db, await auditKeys({ db, keys: server.env.secretsKeys }, server.env.auditKeys));
  const signer = await readSigner({ db, keys: server.env.secretsKeys });
  await publishHeads(db, signer, { day: '2026-07-15', now: server.clock.now, tell: async () => undefined });
  const answer = await finance.get(urlOf(getProofPack, { parts: { id } }));
  if (answer.status !== 200) throw new Error(answer.text);
  const head = await newestHead(db);
  if (!head) throw new Error('No head was published');
  return { server, id, pack: answer.bytes, keyDigest: keyDigest(signer.publicKey), headDigest: headDigest(head.head) };
}

/** A seeded generator: the same changes at every run. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/**
 * Changes one random byte after the other, half of them in the rows, and expects the page to name the file that it is
 * in, and the row.
 */
export async function changeEachOf(page: VerifyPage, pack: Buffer, count: number): Promise<void> {
  const random = seeded(count);
  const files = page.readPack(pack);
  const begins = files.map(({ bytes }) => bytes.byteOffset - pack.byteOffset);
  const rows = files.findIndex(({ name }) => name === 'rows.json');
  for (let n = 0; n < count; n += 1) {
    const inRows = n % 2 === 0;
    const size = files[rows]?.bytes.length ?? 0;
    const at = Math.floor(inRows ? (begins[rows] ?? 0) + random() * size : random() * pack.length);
    const changed = Buffer.from(pack);
    changed[at] = ((changed[at] ?? 0) + 1 + Math.floor(random() * 255)) % 256;
    const { faults } = await page.verifyPack(changed);
    const inFile = files.findIndex(
      ({ bytes }, each) => at >= (begins[each] ?? 0) && at < (begins[each] ?? 0) + bytes.length,
    );
    const name = files[inFile]?.name ?? 'the ZIP';
    const found = faults.some(({ file }) => file === name || (name === 'signature.json' && file === 'manifest.json'));
    expect(found ? '' : `byte ${at} in ${name}: ${JSON.stringify(faults)}`).toBe('');
    if (!inRows) continue;
    const line =
      pack
        .subarray(begins[rows] ?? 0, at)
        .toString('latin1')
        .split('\n').length - 2;
    const named = faults.flatMap(({ row }) => row ?? []);
    const readable = !faults.some(({ why }) => why === 'it is missing or cannot be read');
    if (readable && line >= 0 && named.length > 0) expect(named).toContain(line);
  }
}
