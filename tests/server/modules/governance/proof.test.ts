import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aProof, changeEachOf, type Proof } from '#tests/support/proofs.ts';
import { verifyPage, type PackFile } from '#tests/support/verifyPage.ts';
import { getProofPack } from '#contract/calls/audit.ts';
import { urlOf } from '#contract/endpoint.ts';
import { verifyAudit } from '#server/platform/audit/audit.ts';
import { createHash, generateKeyPairSync, sign } from 'node:crypto';

const page = verifyPage();
let proof: Proof;
let files: PackFile[];
beforeAll(async () => {
  proof = await aProof();
  files = page.readPack(proof.pack);
});
afterAll(() => proof.server.close());

const text = (name: string): string => Buffer.from(files.find((file) => file.name === name)!.bytes).toString();
const faultsIn = async (bytes: Uint8Array, known?: string): Promise<string[]> =>
  (await page.verifyPack(bytes, known)).faults.map(({ file, why }) => `${file}: ${why}`);
const withFile = (name: string, change: (content: string) => string): PackFile[] =>
  files.map((file) => (file.name === name ? { name, bytes: Buffer.from(change(text(name))) } : file));

/** The pack of somebody who changed files and signs all of it with a key of their own. */
function forged(changed: readonly PackFile[]): Uint8Array {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const sha = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
  const digests = new Map(changed.map(({ name, bytes }) => [name, sha(bytes)]));
  const manifest = JSON.parse(text('manifest.json')) as { files: { name: string; sha256: string }[] };
  for (const each of manifest.files) each.sha256 = digests.get(each.name) ?? '';
  const signed = Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`);
  const raw = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url').toString('hex');
  const signature = { publicKey: raw, signature: sign(null, signed, privateKey).toString('hex') };
  const others = changed.filter(({ name }) => name !== 'manifest.json' && name !== 'signature.json');
  return page.writePack([
    ...others,
    { name: 'manifest.json', bytes: signed },
    { name: 'signature.json', bytes: Buffer.from(`${JSON.stringify(signature)}\n`) },
  ]);
}

describe('AUD-24 the proof pack of a record', () => {
  it('has facts, rows, heads, bills, the page and a signature, and nothing is wrong with it', async () => {
    expect(files.map(({ name }) => name)).toEqual([
      'facts.pdf',
      'facts.json',
      'rows.json',
      'places.json',
      'heads.json',
      'bills/01.pdf',
      'bills/02.jpg',
      'bills/03.pdf',
      'verify.html',
      'manifest.json',
      'signature.json',
    ]);
    const { faults, about } = await page.verifyPack(proof.pack);
    expect(faults).toEqual([]);
    expect(about).toMatchObject({ pending: 0, keyDigest: proof.keyDigest });
    expect(about.digests?.at(-1)).toBe(proof.headDigest);
    expect(await faultsIn(proof.pack, proof.headDigest)).toEqual([]);
  });

  it('is a PDF that says the facts, what happened, the bills, in letters that it has', async () => {
    const bytes = Buffer.from(files[0]!.bytes);
    const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs');
    const task = getDocument({ data: new Uint8Array(bytes), verbosity: 0 });
    const document = await task.promise;
    const pages = await Promise.all(
      Array.from({ length: document.numPages }, async (_, n) => (await document.getPage(n + 1)).getTextContent()),
    );
    const said = pages.flatMap(({ items }) => items.map((item) => ('str' in item ? item.str : ''))).join(' ');
    for (const words of [
      `Local expense ${proof.id}`,
      'Asha Nair',
      'Approved by the manager',
      'Rs 450.50',
      'bills/02.jpg',
    ])
      expect(said).toContain(words);
    expect(document.numPages).toBeGreaterThan(1);
    await task.destroy();
  });

  it('is on record, in a log that holds', async () => {
    const { db } = proof.server.database;
    const row = await db
      .selectFrom('audit_log')
      .select(['action', 'after'])
      .where('record_kind', '=', 'export')
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ action: 'export', after: { report: `proof pack of ${proof.id}` } });
    expect(await verifyAudit(db)).toBeNull();
  });

  it('the same record gives the same rows, and what came after the last head is counted', async () => {
    const { server, id } = proof;
    const again = await (await server.as('finance')).get(urlOf(getProofPack, { parts: { id } }));
    expect(page.readPack(again.bytes).find(({ name }) => name === 'rows.json')?.bytes).toEqual(
      files.find(({ name }) => name === 'rows.json')?.bytes,
    );
  });

  it('ACC-13 is for nobody who may not see the record, whatever their roles', async () => {
    const { server, id } = proof;
    for (const [who, status] of [
      ['org-admin', 404],
      ['employee2', 404],
      ['employee', 403],
      ['manager', 403],
      ['finance', 200],
    ] as const)
      expect([who, (await (await server.as(who)).get(urlOf(getProofPack, { parts: { id } }))).status]).toEqual([
        who,
        status,
      ]);
  });
});

describe('AUD-25 what the page finds', () => {
  it('each of 200 random changes of one byte, and where', async () => {
    await changeEachOf(page, proof.pack, 200);
  }, 120_000);

  it('a row that was changed, with and without its hash', async () => {
    const changed = withFile('rows.json', (content) => content.replace('"action":"edit"', '"action":"made"'));
    const found = await page.verifyPack(page.writePack(changed));
    expect(found.faults).toContainEqual({
      file: 'rows.json',
      why: `row 2 (${proof.id}, version 2) was changed`,
      row: 1,
    });
  });

  it('rows in another order, one too few, one twice', async () => {
    const order = (change: (rows: string[]) => string[]) =>
      faultsIn(
        page.writePack(
          withFile('rows.json', (content) => `[\n${change(content.trim().slice(2, -2).split(',\n')).join(',\n')}\n]\n`),
        ),
      );
    expect(await order(([a, b, ...rest]) => [b!, a!, ...rest])).toContain(
      `rows.json: row 1 (${proof.id}, version 2) does not follow the one before`,
    );
    expect(await order(([a, , ...rest]) => [a!, ...rest])).toContain('places.json: it is not about these rows');
    expect(await order(([a, ...rest]) => [a!, a!, ...rest])).toContain(
      `rows.json: row 2 (${proof.id}, version 1) does not follow the one before`,
    );
  });

  it('bills that were swapped, and one that is missing', async () => {
    const [one, other] = [files[5]!, files[7]!];
    const swapped = files.map((file) =>
      file === one ? { ...one, bytes: other.bytes } : file === other ? { ...other, bytes: one.bytes } : file,
    );
    const found = await faultsIn(page.writePack(swapped));
    for (const { name } of [one, other]) expect(found).toContain(`${name}: it is not the bill that was filed`);
    expect(await faultsIn(page.writePack(files.filter((file) => file !== one)))).toContain(
      'the ZIP: its files are others',
    );
  });

  it('files added behind, in between, or a cut', async () => {
    expect(await faultsIn(Buffer.concat([proof.pack, Buffer.from('x')]))).toContain('the ZIP: it is cut or longer');
    expect(await faultsIn(proof.pack.subarray(0, -1))).toContain('the ZIP: it is cut or longer');
    expect(await faultsIn(Buffer.alloc(0))).toContain('manifest.json: it is missing or cannot be read');
    expect(await faultsIn(page.writePack([...files, { name: 'more.txt', bytes: Buffer.from('x') }]))).toContain(
      'the ZIP: its files are others',
    );
  });

  it('a pack that is signed anew names another key, and its rows do not lead to the heads', async () => {
    const changed = withFile('rows.json', (content) => content.replace('Taxi to the client', 'Taxi to the airport'));
    const found = await page.verifyPack(forged(changed));
    expect(found.about.keyDigest).not.toBe(proof.keyDigest);
    expect(found.faults.map(({ why }) => why)).toContain(`row 1 (${proof.id}, version 1) was changed`);
    const whole = await page.verifyPack(forged(files));
    expect([whole.faults, whole.about.keyDigest === proof.keyDigest]).toEqual([[], false]);
  });

  it('a head that was mailed and is not among those of the pack', async () => {
    expect(await faultsIn(proof.pack, 'ab'.repeat(32))).toEqual([
      'heads.json: the head from your mail is not among them',
    ]);
  });
});
