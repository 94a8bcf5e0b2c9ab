import { readEnv } from '#server/platform/settings/env.ts';
import { rotateDeviceSecret } from '#server/modules/session/index.ts';
import { withDatabase } from '../commandDatabase.ts';
import { runCommand } from '../runCommand.ts';

/**
 * `npm run rotate:device-secret`: from now on devices seal with a new secret; what the earlier ones sealed still opens
 * (P6).
 */

async function main(): Promise<void> {
  const env = readEnv(process.env);
  const say = (message: string): void => void process.stderr.write(`${message}\n`);
  await withDatabase(env, (database) => rotateDeviceSecret({ database, env }), {
    info: () => undefined,
    warn: say,
    error: say,
  });
  process.stdout.write(
    'Devices seal with a new secret from their next visit on. The earlier ones stay, and open what they sealed.\n',
  );
}

await runCommand(main);
