import 'fake-indexeddb/auto';
import { slowUpload } from '#tests/support/slowUpload.ts';
import { startServer } from '#tests/support/server.ts';
import type { Figure } from './support/report.ts';

/**
 * A bill of 1.9 MB over 64 kbit/s that is cut every 10 s, from a page that is killed 20 times: at the true rate, some
 * six minutes.
 */
export async function benchUpload(figures: Figure[]): Promise<void> {
  const server = await startServer();
  try {
    const result = await slowUpload(server, {
      bytes: 1_900_000,
      bytesPerSecond: 8_000,
      cutEvery: 10_000,
      kills: 20,
      scale: 1,
    });
    if (!result.identical || result.claims !== 1)
      throw new Error(`The bill did not arrive as it was: ${JSON.stringify(result)}`);
    figures.push({
      budget: 'Bytes sent for a bill of 1.9 MB over 64 kbit/s, cut every 10 s, 20 kills, by its own bytes',
      unit: '×',
      figure: result.ratio,
      goal: { atMost: 1.15 },
      digits: 3,
    });
    figures.push({
      budget: 'Time that it took; the link alone takes 238 s',
      unit: 's',
      figure: result.seconds,
      goal: {},
      digits: 0,
    });
    figures.push(
      { budget: 'Cuts of the link', unit: '', figure: result.cuts, goal: {}, digits: 0 },
      { budget: 'Kills of the page', unit: '', figure: result.kills, goal: {}, digits: 0 },
      { budget: 'Connections', unit: '', figure: result.connections, goal: {}, digits: 0 },
    );
  } finally {
    await server.close();
  }
}
