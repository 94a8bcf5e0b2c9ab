import { readEnv } from '#server/platform/settings/env.ts';
import { FolderInUse } from '#server/platform/database/folderLock.ts';
import { StartupError } from '#server/platform/base/errors.ts';
import { withDatabase } from '../commandDatabase.ts';
import { runCommand } from '../runCommand.ts';
import { billOfMaterials, holesWords, isUrgent, knownHoles } from '../packages.ts';
import { givenSecrets, storedSecrets } from '../secretAges.ts';

/**
 * `npm run security`: known holes of the installed packages, and secrets with their ages; `-- --sbom` prints the bill
 * of materials (S20). Ends with 1 where a hole is urgent, with 2 where the registry could not be asked.
 */

const say = (text: string): void => void process.stdout.write(`${text}\n`);

async function secretsOfDatabase(now: number): Promise<string> {
  const env = readEnv(process.env);
  try {
    return await withDatabase(env, (database) => storedSecrets(database, now));
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error;
    return `Secrets in the database: not read. ${error.message}`;
  }
}

async function main([option, ...more]: readonly string[]): Promise<void> {
  if (more.length > 0 || (option !== undefined && option !== '--sbom'))
    throw new StartupError('npm run security [-- --sbom]');
  const bill = billOfMaterials();
  if (option === '--sbom') {
    say(bill);
    return;
  }
  const { components } = JSON.parse(bill) as { components: unknown[] };
  say(`Packages installed: ${components.length}. npm run security -- --sbom lists them in CycloneDX.`);
  const holes = knownHoles();
  say(holesWords(holes));
  const now = Date.now();
  say(await secretsOfDatabase(now));
  say(givenSecrets(process.env, now));
  if (holes.silent !== null) process.exitCode = 2;
  if (holes.found.some(isUrgent)) process.exitCode = 1;
}

await runCommand(main);
