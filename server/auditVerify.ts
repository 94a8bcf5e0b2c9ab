import { openDataFolder } from './dataFolder.ts';
import { openDatabase } from './database/open.ts';
import { readEnv, SettingError } from './env.ts';
import { readHeads } from './jobs/auditSeals.ts';
import { auditKeys, inspectAudit, type AuditFault } from './services/auditSeals.ts';
import { StartupError } from './startupError.ts';

/**
 * `npm run audit:verify`: goes over the audit log of the database that the settings name, its seals and its published heads, and says what
 * differs and where. Ends with 1 when something does. On the embedded database, stop the server first.
 */

const lineOf = ({ auditId, recordId, version, reason }: AuditFault): string =>
  `  ${auditId === null ? 'the log' : `row ${auditId}`}${recordId === null ? '' : ` (${recordId}, version ${version})`}: ${reason}\n`;

async function main(): Promise<boolean> {
  const env = readEnv(process.env);
  const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const dataDir = openDataFolder(env.dataDir);
  const database = await openDatabase({ dataDir, databaseUrl: env.databaseUrl, log: quiet });
  try {
    const { faults, more, unsealed, head } = await inspectAudit(database.db, await auditKeys(database.db, env.auditKey), readHeads(dataDir));
    process.stdout.write(faults.length === 0 ? 'The audit log is whole.\n' : `The audit log does not hold:\n${faults.map(lineOf).join('')}${more ? '  and more\n' : ''}`);
    process.stdout.write(`${head ? `Head: ${head.seq} ${head.seal}` : 'Nothing is sealed yet'}. Not sealed yet: ${unsealed}.\n`);
    return faults.length === 0;
  } finally {
    await database.close();
  }
}

try {
  process.exitCode = (await main()) ? 0 : 1;
} catch (error) {
  const expected = error instanceof StartupError || error instanceof SettingError;
  process.stderr.write(`${expected ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exit(1);
}
