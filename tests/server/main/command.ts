import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { builtFile } from '../../support/builtServer.ts';

export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

function programOf(name: string): string[] {
  const built = builtFile(`${name}.js`);
  return built === null ? ['--import', 'tsx', `server/main/commands/${name}.ts`] : [built];
}

/** Runs a command of `npm run` as it is delivered; from its source where nothing was built. */
export function runCommand(name: string, settings: Record<string, string>, ...words: string[]): Ended {
  const { status, stdout, stderr } = spawnSync(process.execPath, [...programOf(name), ...words], {
    env: { PATH: process.env['PATH'], ...settings },
    encoding: 'utf8',
  });
  return { code: status, stdout, stderr };
}

/** The same, while this process goes on: for a command that asks something of it. */
export async function runBeside(name: string, settings: Record<string, string>): Promise<Ended> {
  const child = spawn(process.execPath, programOf(name), {
    env: { PATH: process.env['PATH'], ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (piece: Buffer) => void (stdout += piece.toString()));
  child.stderr.on('data', (piece: Buffer) => void (stderr += piece.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, stdout, stderr };
}
