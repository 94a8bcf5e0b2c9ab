import { spawnSync } from 'node:child_process';
import { builtFile } from '../../support/builtServer.ts';

export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs a command of `npm run` as it is delivered; from its source where nothing was built. */
export function runCommand(name: string, settings: Record<string, string>, ...words: string[]): Ended {
  const program = builtFile(`${name}.js`);
  const args = program === null ? ['--import', 'tsx', `server/main/commands/${name}.ts`] : [program];
  const { status, stdout, stderr } = spawnSync(process.execPath, [...args, ...words], {
    env: { PATH: process.env['PATH'], ...settings },
    encoding: 'utf8',
  });
  return { code: status, stdout, stderr };
}
