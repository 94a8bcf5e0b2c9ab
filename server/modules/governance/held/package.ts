import { mayTakeHeld } from '#domain/access.ts';
import { appendAudit } from '#server/platform/audit/audit.ts';
import { notFound, Refusal } from '#server/platform/base/errors.ts';
import { assertAllowed } from '#server/platform/http/assertAllowed.ts';
import type { Context } from '#server/platform/http/context.ts';
import type { MadeFile } from '#server/platform/http/sendFile.ts';
import { newId } from '#server/platform/secrets/ids.ts';
import { personById } from '#server/modules/people/index.ts';
import { heldFiles, logRows, mentions, ownedRows, wholeRows } from '../repository/held.ts';
import { writeZip, type ZipFile } from '../proof/zip.ts';
import { MENTIONS, OWNED_ROWS, WHOLE_ROWS } from './sources.ts';

/** 'Everything you hold on me' (PDA-1): one ZIP, JSON by table and the bills, written while it is sent. */

/** A ZIP of this kind ends before 4 GB and 65,535 files. */
const MAX_BYTES = 3_900_000_000;
const MAX_FILES = 60_000;
const SAFE_ENDING = /\.[A-Za-z0-9]{1,5}$/;

/** A list of rows that are JSON already. */
const json = (name: string, rows: readonly string[]): ZipFile => ({
  name,
  bytes: Buffer.from(`[\n${rows.join(',\n')}\n]\n`),
});

async function* filesOf(context: Context, person: { id: string; name: string }): AsyncGenerator<ZipFile> {
  const { database, files } = context.services;
  const { db } = database;
  const told: { file: string; rows: number }[] = [];
  let room = MAX_BYTES;
  const noting = (file: ZipFile, rows: number): ZipFile => {
    told.push({ file: file.name, rows });
    room -= file.bytes.length;
    return file;
  };
  for (const source of WHOLE_ROWS) {
    const rows = await wholeRows(db, source, person.id);
    yield noting(json(`${source.table}.json`, rows), rows.length);
  }
  for (const source of OWNED_ROWS) {
    const rows = await ownedRows(db, source, person.id);
    yield noting(json(`${source.table}.json`, rows), rows.length);
  }
  let part = 0;
  for await (const rows of logRows(db, person.id)) {
    part += 1;
    yield noting(json(`audit_log-${part}.json`, rows), rows.length);
  }
  const named = [];
  for (const source of MENTIONS) {
    const keys = await mentions(db, source, person.id);
    if (keys.length > 0) named.push({ table: source.table, as: source.column, keys });
  }
  yield noting(
    json(
      'mentions.json',
      named.map((each) => JSON.stringify(each)),
    ),
    named.length,
  );
  const left: string[] = [];
  let count = 0;
  for (const { hash, stored, name, size } of await heldFiles(db, person.id)) {
    const bytes = size > room || count >= MAX_FILES ? null : await files.get(stored);
    if (bytes === null) {
      left.push(hash);
      continue;
    }
    count += 1;
    room -= bytes.length;
    yield { name: `bills/${hash}${SAFE_ENDING.exec(name)?.[0] ?? ''}`, bytes };
  }
  const index = { person: person.id, name: person.name, madeAt: context.now, files: told, bills: count, leftOut: left };
  yield { name: 'index.json', bytes: Buffer.from(`${JSON.stringify(index, null, 1)}\n`) };
}

/** People whose file is being made, and since when: one at a time each, by process. */
const running = new Map<string, number>();
/** A client that is gone before the first byte leaves no other trace. */
const PATIENCE = 10 * 60_000;

async function* oneAtATime(id: string, bytes: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* bytes;
  } finally {
    running.delete(id);
  }
}

/** It is on record before its first byte leaves (AUD-1). */
async function record({ actor, now, origin, services }: Context, personId: string): Promise<void> {
  const { database } = services;
  const what = { recordId: newId('EXR', now), recordKind: 'export', version: 1, action: 'export' };
  const after = { report: 'what is held on a person' };
  const onBehalfOf = personId === actor.id ? null : personId;
  await appendAudit(database.db, { ...what, at: now, actorId: actor.id, onBehalfOf, before: null, after, origin }, '');
  await database.durable();
}

/**
 * What is held on a person: oneself, or for an organisation admin somebody who left and cannot sign in. Throws
 * FORBIDDEN for anybody else.
 */
export async function heldOn(context: Context, personId: string): Promise<MadeFile> {
  const { actor } = context;
  const person = await personById(context.services.database.db, personId);
  assertAllowed(mayTakeHeld(actor, { id: personId, left: person?.disabled === true }));
  if (!person) throw notFound();
  if ((running.get(actor.id) ?? -Infinity) > context.now - PATIENCE)
    throw new Refusal('RATE_LIMITED', 'Your file is still being made. Please wait for it.', { retryAfter: 5 });
  running.set(actor.id, context.now);
  try {
    await record(context, personId);
  } catch (error) {
    running.delete(actor.id);
    throw error;
  }
  const bytes = oneAtATime(actor.id, writeZip(filesOf(context, person)));
  return { name: `everything-held-${context.today}.zip`, type: 'application/zip', bytes };
}
