import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EmbeddedEngine } from '#server/platform/database/embeddedEngine.ts';
import type { DiskObserver } from '#server/platform/database/durableFs.ts';
import { GroupSync } from '#server/platform/database/groupSync.ts';
import { WalState } from '#server/platform/database/walState.ts';
import { RecordedDisk, randomFrom } from '#tests/support/recordedDisk.ts';
import { roomyFolder } from '#tests/support/roomyFolder.ts';
import { run, values } from '#tests/support/engineSql.ts';

/** `npm run proof -- power` asks for more. */
const LOSSES = Number(process.env['POWER_LOSSES'] ?? 15);
const SEED = Number(process.env['SEED'] ?? 1);
const CLAIMS = 300;

// What counts is what the recorder saw, so the folder itself may as well be in memory.
const home = mkdtempSync(path.join(roomyFolder(), 'kharcha-power-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

/** Which syncs really reach the disk. */
type Syncs = 'all' | 'none' | 'notAtCommit' | 'notOfData' | 'notBeforeData';

interface Recording {
  disk: RecordedDisk;
  /** Claims whose submitter was told so, with the moment when. */
  acknowledged: { claim: number; moment: number }[];
}

/** Observer that leaves out what a careless disk (or a careless server) leaves out. */
function careless(disk: RecordedDisk, syncs: Syncs): DiskObserver {
  const isLog = (file: string): boolean => file.startsWith('pg_wal/');
  const heeds = (file: string): boolean =>
    syncs === 'all' ||
    syncs === 'notAtCommit' ||
    (syncs === 'notOfData' && isLog(file)) ||
    (syncs === 'notBeforeData' && !isLog(file));
  return {
    write: (...change) => disk.write(...change),
    truncate: (...change) => disk.truncate(...change),
    create: (...change) => disk.create(...change),
    rename: (...change) => disk.rename(...change),
    remove: (...change) => disk.remove(...change),
    sync: (file) => heeds(file) && disk.sync(file),
  };
}

let model: Promise<string> | undefined;

/** The folder that every recording begins with. */
async function makeModel(): Promise<string> {
  const folder = path.join(home, 'model');
  const first = await EmbeddedEngine.open({ folder, wal: new WalState() });
  await run(
    first,
    'create table claims (id int primary key, body text); ' +
      'create table history (claim int primary key, body text); create table counter (n int); ' +
      'insert into counter values (0)',
  );
  await first.close();
  return folder;
}

/**
 * Submits claims like the server does, three at a time, with everything that makes PostgreSQL touch files in between.
 */
async function record(name: string, syncs: Syncs): Promise<Recording> {
  const folder = path.join(home, name);
  cpSync(await (model ??= makeModel()), folder, { recursive: true });

  const disk = new RecordedDisk(folder);
  const wal = new WalState();
  const engine = await EmbeddedEngine.open({ folder, wal, observer: careless(disk, syncs) });
  const sync = new GroupSync(wal, folder, (file) => {
    const before = disk.moment;
    return () => {
      if (syncs !== 'none' && syncs !== 'notAtCommit') disk.syncedSince(file, before);
    };
  });
  const random = randomFrom(SEED);
  const acknowledged: Recording['acknowledged'] = [];
  const waiting = new Set<Promise<void>>();
  for (let claim = 1; claim <= CLAIMS; claim++) {
    const body = 'x'.repeat(Math.floor(random() ** 3 * 20_000));
    await run(
      engine,
      `begin; insert into claims values (${claim}, '${body}'); ` +
        `insert into history values (${claim}, md5('${claim}')); update counter set n = n + 1; commit`,
    );
    const answer = sync.durable().then(() => void acknowledged.push({ claim, moment: disk.moment }));
    waiting.add(answer);
    void answer.then(() => waiting.delete(answer));
    if (waiting.size >= 3) await Promise.race(waiting);
    if (claim % 40 === 0) await run(engine, 'checkpoint');
    if (claim % 70 === 0) await run(engine, 'select pg_switch_wal()');
    if (claim % 55 === 0)
      await run(
        engine,
        'drop table if exists scratch; create table scratch as select * from claims; create index on scratch (id)',
      );
    if (claim % 90 === 0) await run(engine, 'truncate scratch');
    if (claim % 100 === 0) await run(engine, 'vacuum claims');
  }
  await Promise.all(waiting);
  await sync.close();
  await engine.close();
  return { disk, acknowledged };
}

interface Finding {
  opened: boolean;
  lost: number;
  half: boolean;
}

/** Opens what a power cut left and looks for every claim that was acknowledged before it. */
async function openAfter({ disk, acknowledged }: Recording, moment: number, seed: number): Promise<Finding> {
  const folder = path.join(home, 'after');
  rmSync(folder, { recursive: true, force: true });
  disk.powerLoss(moment, folder, randomFrom(seed));
  let engine: EmbeddedEngine;
  try {
    engine = await EmbeddedEngine.open({ folder, wal: new WalState(), durable: false });
  } catch {
    return { opened: false, lost: 0, half: false };
  }
  try {
    const claims = new Set((await values(engine, 'select id from claims')).map(Number));
    const history = (await values(engine, 'select claim from history where body = md5(claim::text)')).map(Number);
    const [counted] = (await values(engine, 'select n from counter')).map(Number);
    await values(engine, 'select length(body) from claims');
    const lost = acknowledged.filter((entry) => entry.moment <= moment && !claims.has(entry.claim)).length;
    const half =
      history.length !== claims.size || counted !== claims.size || history.some((claim) => !claims.has(claim));
    return { opened: true, lost, half };
  } catch {
    return { opened: false, lost: 0, half: false };
  } finally {
    await engine.close().catch(() => undefined);
  }
}

describe('X44, D1, D2: a power cut', () => {
  let recording: Recording;
  beforeAll(async () => {
    recording = await record('all', 'all');
  });
  const random = randomFrom(SEED + 1000);
  it.each(Array.from({ length: LOSSES }, (_, index) => [index + 1, random()] as const))(
    'number %i loses no acknowledged claim and leaves none half done',
    async (number, at) => {
      const moment = Math.floor(at * recording.disk.moment);
      expect(await openAfter(recording, moment, SEED * 10_000 + number)).toEqual({
        opened: true,
        lost: 0,
        half: false,
      });
    },
  );

  it('acknowledged every claim by the end', () => {
    expect(recording.acknowledged.map((entry) => entry.claim).sort((a, b) => a - b)).toEqual(
      Array.from({ length: CLAIMS }, (_, index) => index + 1),
    );
  });
});

describe('the power cuts find', () => {
  it.each<[Syncs, string]>([
    ['none', 'a database that never syncs'],
    ['notAtCommit', 'an answer that goes out before the log is synced'],
    ['notOfData', 'a checkpoint that does not wait for the tables'],
    ['notBeforeData', 'pages that reach the disk ahead of the log'],
  ])('%s: %s', async (syncs) => {
    const recording = await record(syncs, syncs);
    const random = randomFrom(SEED + 2000);
    let harmed = false;
    for (let number = 1; number <= 12 && !harmed; number++) {
      const { opened, lost, half } = await openAfter(
        recording,
        Math.floor((0.3 + 0.7 * random()) * recording.disk.moment),
        SEED * 20_000 + number,
      );
      harmed = !opened || lost > 0 || half;
    }
    expect(harmed).toBe(true);
  });
});
