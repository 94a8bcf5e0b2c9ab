import { Gauge, type Registry } from 'prom-client';
import type { Database } from '#server/platform/database/database.ts';
import { lastFileCheck } from '#server/platform/files/checkJob.ts';
import { lastRehearsal } from './restoreRehearsal.ts';

/** Prometheus counts seconds; 0 says never. */
const seconds = (at: number | null | undefined): number => (at ?? 0) / 1_000;

/** Metrics are read side by side: each asks for what it shows. */
function addGauge(registers: Registry[], name: string, help: string, read: () => Promise<number>): void {
  new Gauge({
    name,
    help,
    registers,
    async collect() {
      this.set(await read());
    },
  });
}

/** What becomes of stored files and of backups. A moment of 0 means never so far. */
export function addStoreMetrics(registers: Registry[], { db, backups }: Database): void {
  const lastCheck = () => lastFileCheck(db).catch(() => null);
  addGauge(registers, 'file_check_timestamp_seconds', 'When the stored files were checked last.', async () =>
    seconds((await lastCheck())?.checkedAt),
  );
  new Gauge({
    name: 'stored_files',
    help: 'Bills and reports that the last daily check looked for, and those it found missing or damaged.',
    labelNames: ['state'],
    registers,
    async collect() {
      const { checked = 0, missing = 0, damaged = 0 } = (await lastCheck()) ?? {};
      for (const [state, count] of Object.entries({ checked, missing, damaged })) this.set({ state }, count);
    },
  });
  // PostgreSQL is backed up by its own tools, which have metrics of their own.
  if (backups === undefined) return;
  addGauge(
    registers,
    'backup_failing',
    '1 after a backup could not be made or sent away, until one is again.',
    async () => ((await backups.ages()).failing ? 1 : 0),
  );
  new Gauge({
    name: 'backup_timestamp_seconds',
    help: 'When the newest backup was made, by the place where it is.',
    labelNames: ['place'],
    registers,
    async collect() {
      const { newest, newestAway } = await backups.ages();
      this.set({ place: 'disk' }, seconds(newest));
      if (newestAway !== undefined) this.set({ place: 'away' }, seconds(newestAway));
    },
  });
  const last = () => lastRehearsal(db).catch(() => null);
  addGauge(registers, 'restore_rehearsal_timestamp_seconds', 'When a restore was rehearsed last.', async () =>
    seconds((await last())?.at),
  );
  addGauge(
    registers,
    'restore_rehearsal_success',
    '0 where the newest backup could not be restored when that was rehearsed last.',
    async () => ((await last())?.ok === false ? 0 : 1),
  );
}
