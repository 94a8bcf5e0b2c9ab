import type { Kysely } from 'kysely';
import type { DataKind } from '#contract/retention.ts';
import { eraseFacts } from '#server/platform/audit/erasing.ts';
import type { AuditKey } from '#server/platform/audit/seals.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { transact } from '#server/platform/database/transact.ts';
import { removeNoted } from '#server/platform/files/removals.ts';
import { noteRemovals } from '#server/platform/files/repository.ts';
import type { FileStore } from '#server/platform/files/store.ts';
import { newId } from '#server/platform/secrets/ids.ts';
import { goingOf, youngFrom, type Judging } from './plan.ts';
import * as erasures from './repository/erasures.ts';
import { forgetFiles, lockFiles } from './repository/files.ts';
import { add, NOTHING, weigh, type Weight } from './repository/found.ts';
import { lockHolds } from './repository/holds.ts';
import { SOURCES, type Source } from './sources.ts';

/** Erasing what goes today: batch by batch, each with its row of the log; what was cut off goes on (RET-4). */

export interface Eraser {
  database: Pick<Database, 'db' | 'durable'>;
  files: FileStore;
  /** Of the log: it proves that this server erased. */
  key: AuditKey;
  /** Rows of a transaction. */
  batch?: number;
}

/** What was erased, by kind of data. */
export type Totals = Partial<Record<DataKind, Weight>>;

/** Who erases, and of whom; null: the daily job, of everybody. */
export interface Asked {
  by: string | null;
  about: string | null;
  origin: string;
}

const BATCH = 200;

/** What a batch is judged by, at the moment at which it goes: what of it still may. */
export type Judge = (tx: Kysely<Tables>, source: Source, only: readonly string[]) => Promise<string[]>;

/**
 * Erases a batch of one source in one transaction: rows, files that nothing else names, what the log says of them, and
 * the row of the log that tells of it. The bytes of files go once it has committed.
 */
async function eraseBatch(
  eraser: Eraser,
  erasureId: string,
  {
    source,
    ids,
    judge,
    judging,
    asked,
  }: { source: Source; ids: string[]; judge: Judge; judging: Judging; asked: Asked },
): Promise<void> {
  await transact(eraser.database.db, async (tx) => {
    await lockHolds(tx);
    const { totals, version } = await erasures.lockErasure(tx, erasureId);
    await source.lock(tx, ids);
    const going = await judge(tx, source, ids);
    if (going.length === 0) return;
    const found = await source.files(tx, going, { youngFrom: youngFrom(judging.now) });
    await lockFiles(
      tx,
      found.map(({ hash }) => hash),
    );
    // Who uploaded one of them while this waited has made it young.
    const files = await source.files(tx, going, { youngFrom: youngFrom(judging.now) });
    const log = await source.log(tx, going);
    await source.remove(tx, going, judging.now);
    const hashes = files.map(({ hash }) => hash);
    if (source.kind === 'RECORDS') await forgetFiles(tx, hashes);
    const weight = weigh(going.length, files);
    const sums = totals as Totals;
    const next = version + 1;
    await erasures.noteProgress(tx, {
      id: erasureId,
      version: next,
      totals: { ...sums, [source.kind]: add(sums[source.kind] ?? NOTHING, weight) },
    });
    await eraseFacts(
      tx,
      eraser.key,
      {
        recordId: erasureId,
        version: next,
        at: judging.now,
        actorId: asked.by,
        onBehalfOf: asked.about,
        action: 'erase',
        after: { kind: source.kind, ...weight },
        origin: asked.origin,
      },
      log,
    );
    await noteRemovals(tx, hashes);
  });
  await removeNoted(eraser.database, eraser.files);
}

/** Erases these rows of one source; `stop` is asked between two batches. */
export async function eraseOf(
  eraser: Eraser,
  erasureId: string,
  work: { source: Source; ids: readonly string[]; judge: Judge; judging: Judging; asked: Asked },
  stop: () => boolean = () => false,
): Promise<void> {
  const { batch = BATCH } = eraser;
  for (let at = 0; at < work.ids.length && !stop(); at += batch)
    await eraseBatch(eraser, erasureId, { ...work, ids: work.ids.slice(at, at + batch) });
}

/** Begins an erasure, or goes on with one that was cut off. */
export async function beginErasure(
  { database }: Pick<Eraser, 'database'>,
  { by, about }: Asked,
  now: number,
): Promise<string> {
  return transact(database.db, async (tx) => {
    await lockHolds(tx);
    const open = await erasures.unfinished(tx, about);
    if (open) return open.id;
    const id = newId('ERA', now);
    await erasures.begin(tx, { id, started_at: now, made_by: by, about_id: about });
    return id;
  });
}

/** Ends an erasure once all bytes are gone. */
export async function endErasure(
  { database, files }: Pick<Eraser, 'database' | 'files'>,
  id: string,
  now: number,
): Promise<Totals> {
  await removeNoted(database, files);
  const totals = await transact(database.db, async (tx) => {
    const erasure = await erasures.lockIfThere(tx, id);
    // Another process ran beside this one, and found nothing left.
    if (!erasure) return {};
    if (erasure.version === 0) await erasures.dropEmpty(tx, id);
    else if (erasure.ended_at === null) await erasures.end(tx, id, now);
    return erasure.totals as Totals;
  });
  await database.durable();
  return totals;
}

/**
 * Erases what the dry run of this moment says, kind by kind. Answers what went, with what a run before left off.
 */
export async function eraseDue(eraser: Eraser, judging: Judging, stop: () => boolean = () => false): Promise<Totals> {
  const { db } = eraser.database;
  const asked: Asked = { by: null, about: null, origin: '' };
  const id = await beginErasure(eraser, asked, judging.now);
  const judge: Judge = async (tx, source, only) => (await goingOf(tx, source, judging, { only })).ids;
  for (const source of SOURCES) {
    const { ids } = await goingOf(db, source, judging);
    await eraseOf(eraser, id, { source, ids, judge, judging, asked }, stop);
    if (stop()) return {};
  }
  return endErasure(eraser, id, judging.now);
}
