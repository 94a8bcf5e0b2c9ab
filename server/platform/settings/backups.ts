import type { BackupOptions } from '#server/platform/database/backups/keeper.ts';
import { openS3Backups } from '#server/platform/files/s3Backups.ts';
import type { Env } from './env.ts';

/**
 * How the embedded database is backed up by these settings. Whoever opens the database says it: a command of a new
 * build may be the first to migrate it, and a backup is made before. Throws `StartupError`.
 */
export const backupOptions = ({
  backupMinutes,
  backupKeys,
  backupUrl,
}: Pick<Env, 'backupMinutes' | 'backupKeys' | 'backupUrl'>): BackupOptions => ({
  every: backupMinutes * 60_000,
  keys: backupKeys,
  away: backupUrl === null ? null : openS3Backups(backupUrl, process.env),
});
