import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { builtFile } from '#tests/support/builtServer.ts';

/** What the submitter says; see `submitter.ts`. */
interface Said {
  found?: number[];
  half?: number;
  done?: number;
  refused?: string;
  name?: string;
  error?: string;
}

export interface Submitter {
  process: ChildProcess;
  /** Everything it said so far. */
  said: Said[];
  /** Resolves at the first line for which `test` is true; rejects when it ends before. */
  until(test: (said: Said) => boolean): Promise<Said>;
  /** Resolves when it has ended and all it said was read. */
  ended: Promise<void>;
}

/** Starts it as a process of its own. */
export function startSubmitter(...words: string[]): Submitter {
  const file = builtFile('submitter.js');
  if (file === null) throw new Error('The submitter is built before the tests of the server.');
  const child = spawn(process.execPath, [file, ...words], { stdio: ['ignore', 'pipe', 'inherit'] });
  const said: Said[] = [];
  const listeners = new Set<() => void>();
  const lines = createInterface({ input: child.stdout });
  lines.on('line', (line) => {
    if (!line.endsWith('}')) return; // Cut off by the kill.
    said.push(JSON.parse(line) as Said);
    for (const listener of listeners) listener();
  });
  let over = false;
  const ended = new Promise<void>((resolve) => {
    child.once('close', () => {
      over = true;
      for (const listener of listeners) listener();
      resolve();
    });
  });
  const until = (test: (line: Said) => boolean): Promise<Said> =>
    new Promise((resolve, reject) => {
      const listener = (): void => {
        const found = said.find(test);
        if (!found && !over) return;
        listeners.delete(listener);
        if (found) resolve(found);
        else reject(new Error(`It ended after saying ${JSON.stringify(said.slice(-3))}`));
      };
      listeners.add(listener);
      listener();
    });
  return { process: child, said, until, ended };
}
