import { openDataFolder } from '#server/platform/settings/variables.ts';
import { openDatabase } from '#server/platform/database/open.ts';
import { backupOptions } from '#server/platform/settings/backups.ts';
import { readEnv } from '#server/platform/settings/env.ts';
import { rotateDeviceSecret } from '#server/modules/session/index.ts';
import { runCommand } from '../runCommand.ts';

/**
 * `npm run rotate:device-secret`: from now on devices seal with a new secret; what the earlier ones sealed still opens
 * (P6).
 */

async function main(): Promise<void> {
  const env = readEnv(process.env);
  const say = (message: string): void => void process.stderr.write(`${message}\n`);
  const database = await openDatabase({
    dataDir: env.databaseUrl === null ? openDataFolder(env.dataDir) : env.dataDir,
    databaseUrl: env.databaseUrl,
    backups: backupOptions(env),
    log: { info: () => undefined, warn: say, error: say },
  });
  try {
    await rotateDeviceSecret({ database, env });
  } finally {
    await database.close();
  }
  process.stdout.write(
    'Devices seal with a new secret from their next visit on. The earlier ones stay, and open what they sealed.\n',
  );
}

await runCommand(main);
