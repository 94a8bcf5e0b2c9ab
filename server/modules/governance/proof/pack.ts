import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { mayTakeProof } from '#domain/access.ts';
import { peopleIn } from '#domain/history.ts';
import { appendAudit } from '#server/platform/audit/audit.ts';
import { keyDigest, placesOf, readSigner } from '#server/platform/audit/heads.ts';
import { rowsOf } from '#server/platform/audit/repository/audit.ts';
import { sha256 } from '#server/platform/base/canonical.ts';
import { Refusal } from '#server/platform/base/errors.ts';
import { assertAllowed } from '#server/platform/http/assertAllowed.ts';
import type { Context } from '#server/platform/http/context.ts';
import type { MadeFile } from '#server/platform/http/sendFile.ts';
import { secretStoreOf } from '#server/platform/http/services.ts';
import { newId } from '#server/platform/secrets/ids.ts';
import { builtClient } from '#server/platform/site/sitePlugin.ts';
import { readOrganisation } from '#server/modules/organisation/index.ts';
import { namesOf, recordAnswer, visibleRecord } from '#server/modules/records/index.ts';
import { enquiriesOf } from '../repository/proof.ts';
import { namedBills, proofBills } from './bills.ts';
import { factLines } from './facts.ts';
import { jpegOf, writePdf, type PdfPhoto } from './pdf.ts';
import { writeZip, type ZipFile } from './zip.ts';

/**
 * A record's proof pack (AUD-24): the facts as a PDF, its bills, the rows of the log with what shows that they were in
 * the log when its heads were published, and the page that checks all of it without us. docs/decisions/0027 says why.
 */

/** Rows of one record and of the questions about it. */
const MAX_ROWS = 5_000;
/** Bytes of photos that the PDF shows; all of them are in the pack. */
const MAX_DRAWN = 20_000_000;
const PAGE = 'verify.html';

/** One item a line, so that two packs are easily compared. */
const lines = (items: readonly unknown[]): string => `[\n${items.map((item) => JSON.stringify(item)).join(',\n')}\n]\n`;

/** The page that checks packs, as the client was built with it. */
const verifyPage = (context: Context): Promise<Buffer> =>
  readFile(join(builtClient(context.services.env), PAGE)).catch(() => readFile(join('public', PAGE)));

async function collect(context: Context, id: string) {
  const { services, actor, now, timeZone } = context;
  const record = recordAnswer(await visibleRecord(context, id), timeZone);
  const { db } = services.database;
  const found = await rowsOf(db, [id, ...(await enquiriesOf(db, id))]);
  const rows = found.toSorted((a, b) => Number(b.record_id === id) - Number(a.record_id === id));
  if (rows.length > MAX_ROWS) throw new Refusal('CONFLICT', 'This record has too many rows for a proof pack.');
  const { places, heads } = await placesOf(
    db,
    rows.map((row) => row.id),
  );
  const bills = await proofBills(db, services.files, id, namedBills(rows));
  const ids = rows.flatMap((row) => [row.actor_id ?? '', row.on_behalf_of ?? '', ...peopleIn(row)]);
  const people = await namesOf(db, [...new Set(ids)].filter(Boolean));
  const { name: organisation } = await readOrganisation(db);
  const signer = await readSigner(secretStoreOf(services));
  const digest = keyDigest(signer.publicKey);
  const pack = { id, record, organisation, madeAt: now, madeBy: actor.name, timeZone, rows, people, keyDigest: digest };
  return { ...pack, places, heads, bills, signer };
}
type Collected = Awaited<ReturnType<typeof collect>>;

async function photosOf(context: Context, { bills }: Collected): Promise<PdfPhoto[]> {
  const photos: PdfPhoto[] = [];
  let room = MAX_DRAWN;
  for (const { bill, stored } of bills) {
    if (bill.type !== 'image/jpeg' || stored === null || bill.size > room) continue;
    const jpeg = await context.services.files.get(stored);
    if (!jpeg || !jpegOf(jpeg)) continue;
    room -= jpeg.length;
    photos.push({ caption: `${bill.file ?? ''} · ${bill.name}`, jpeg });
  }
  return photos;
}

/** The files of the pack in their order, the signature last. */
async function* filesOf(context: Context, pack: Collected): AsyncGenerator<ZipFile> {
  const { id, record, organisation, madeAt, madeBy, people, rows, places, heads, bills, signer } = pack;
  const listed: { name: string; size: number; sha256: string }[] = [];
  const listing = (name: string, bytes: Buffer): ZipFile => {
    listed.push({ name, size: bytes.length, sha256: sha256(bytes) });
    return { name, bytes };
  };
  const text = (name: string, content: string): ZipFile => listing(name, Buffer.from(content));
  const told = bills.map(({ bill }) => bill);
  const photos = await photosOf(context, pack);
  yield listing('facts.pdf', await writePdf(factLines({ ...pack, bills: told }), photos));
  yield text('facts.json', `${JSON.stringify({ ...record, people: Object.fromEntries(people) }, null, 1)}\n`);
  yield text('rows.json', lines(rows));
  yield text('places.json', lines(places));
  yield text('heads.json', lines(heads));
  for (const { bill, stored } of bills) {
    if (stored === null || bill.file === null) continue;
    const bytes = await context.services.files.get(stored);
    if (bytes) yield listing(bill.file, bytes);
    else bill.file = null;
  }
  yield listing(PAGE, await verifyPage(context));
  const manifest = { format: 'kharcha-proof-1', record: id, organisation, madeAt, madeBy, bills: told, files: listed };
  const manifestText = `${JSON.stringify(manifest, null, 1)}\n`;
  yield { name: 'manifest.json', bytes: Buffer.from(manifestText) };
  const signature = { publicKey: signer.publicKey, signature: signer.sign(manifestText) };
  yield { name: 'signature.json', bytes: Buffer.from(`${JSON.stringify(signature)}\n`) };
}

/** Every pack is on record before its first byte leaves (AUD-1). */
async function record({ actor, now, origin, services }: Context, id: string): Promise<void> {
  const { database } = services;
  const what = { recordId: newId('EXR', now), recordKind: 'export', version: 1, action: 'export' };
  const after = { report: `proof pack of ${id}` };
  await appendAudit(database.db, { ...what, at: now, actorId: actor.id, before: null, after, origin }, '');
  await database.durable();
}

/**
 * The pack of a record, written while it is sent. Throws NOT_FOUND unless the actor may see the record, FORBIDDEN
 * unless they are of finance or an organisation admin.
 */
export async function proofPack(context: Context, id: string): Promise<MadeFile> {
  await visibleRecord(context, id);
  assertAllowed(mayTakeProof(context.actor));
  const pack = await collect(context, id);
  await record(context, id);
  const bytes = writeZip(filesOf(context, pack));
  return { name: `proof-${id}-${context.today}.zip`, type: 'application/zip', bytes };
}
