import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { systemBrowser } from '../../scripts/browser.mjs';
import { wholeDemo } from '#tests/support/wholeDemo.ts';
import { startServer, takeBuild } from '../server/serverProcess.ts';
import { openLink, type Link } from './link.ts';

export interface Demo {
  /** Where the browser is. */
  browser: string;
  url: string;
  link: Link;
}

/** Serves the built app with its demo organisation, complete and at rest, while `work` measures it. */
export async function withDemo<Made>(work: (demo: Demo) => Promise<Made>): Promise<Made> {
  const browser = systemBrowser();
  if (!browser) throw new Error('No browser was found; set CHROME_BIN.');
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'kharcha-bench-'));
  const server = await startServer(takeBuild(), { dataDir, demo: true });
  try {
    // What a new server still makes in the background would be measured too.
    await wholeDemo(server.url);
    const link = await openLink(server.url);
    try {
      return await work({ browser, url: server.url, link });
    } finally {
      await link.close();
    }
  } finally {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
