import { dayOf } from '#domain/dates.ts';
import { openDataFolder } from '#server/platform/settings/variables.ts';
import { readEnv } from '#server/platform/settings/env.ts';
import { readHeads } from '#server/platform/audit/sealJob.ts';
import {
  auditKeys,
  inspectAudit,
  type AuditFault,
  type AuditKeys,
  type AuditReport,
  type KeyRun,
} from '#server/platform/audit/seals.ts';
import { secretStoreOf } from '#server/platform/http/services.ts';
import { timeZoneIn } from '#server/modules/organisation/index.ts';
import { withDatabase } from '../commandDatabase.ts';
import { runCommand } from '../runCommand.ts';

/**
 * `npm run audit:verify`: goes over the audit log of the database that the settings name, its seals and its published
 * heads, and says what differs and where. Ends with 1 when something does. On the embedded database, stop the server
 * first.
 */

const lineOf = ({ auditId, seal, recordId, version, reason }: AuditFault): string => {
  const where = [
    ...(auditId === null ? [] : [`row ${auditId}`]),
    ...(seal === null ? [] : [`seal ${seal}`]),
    ...(recordId === null ? [] : [`${recordId}, version ${version}`]),
  ];
  return `  ${where.join(', ') || 'the log'}: ${reason}\n`;
};

const sealsOf = ({ id, from, to }: KeyRun, keys: AuditKeys): string =>
  `  ${id} sealed ${from} to ${to}${keys.known.some((key) => key.id === id) ? '' : ', and is not here'}\n`;

const erasedOf = ({ id, rows, at }: AuditReport['erased'][number], timeZone: string): string =>
  `Erased by ${id}${at === null ? '' : ` on ${dayOf(at, timeZone)}`}: what ${rows} rows said\n`;

async function main(): Promise<boolean> {
  const env = readEnv(process.env);
  const dataDir = openDataFolder(env.dataDir);
  return withDatabase(env, async (database) => {
    const keys = await auditKeys(secretStoreOf({ database, env }), env.auditKeys);
    const { faults, more, unsealed, head, erased, runs } = await inspectAudit(database.db, keys, readHeads(dataDir));
    process.stdout.write(
      faults.length === 0
        ? 'The audit log is whole.\n'
        : `The audit log does not hold:\n${faults.map(lineOf).join('')}${more ? '  and more\n' : ''}`,
    );
    process.stdout.write(
      `${head ? `Head: ${head.seq} ${head.seal}` : 'Nothing is sealed yet'}. Not sealed yet: ${unsealed}.\n`,
    );
    const timeZone = await timeZoneIn(database.db, env);
    process.stdout.write(erased.map((each) => erasedOf(each, timeZone)).join(''));
    process.stdout.write(
      `Keys, by their ids (from now on ${keys.current.id} seals):\n${runs.map((run) => sealsOf(run, keys)).join('')}`,
    );
    return faults.length === 0;
  });
}

await runCommand(async () => void (process.exitCode = (await main()) ? 0 : 1));
