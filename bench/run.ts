// `npm run bench`: measures what quality is promised of, beside the floor of the same run. `npm run bench -- server`,
// `-- campaigns`, `-- provisioning`, `-- upload`, `-- visit` or `-- start`: that part alone.
import os from 'node:os';
import { campaignFigures } from './server/campaigns.ts';
import { benchServer } from './server/index.ts';
import { provisioningFigures } from './server/provisioning.ts';
import { met, reportTable, type Figure } from './support/report.ts';

/** Each adds its figures as it has them: what was measured is said even when something after it fails. */
const PARTS: Record<string, (figures: Figure[]) => Promise<void>> = {
  server: benchServer,
  campaigns: campaignFigures,
  provisioning: provisioningFigures,
  upload: async (figures) => (await import('./upload.ts')).benchUpload(figures),
  visit: async (figures) => (await import('./firstVisit.ts')).benchFirstVisit(figures),
  start: async (figures) => (await import('./start/index.ts')).benchStart(figures),
};

const named = process.argv.slice(2).filter((word) => !word.startsWith('-'));
const unknown = named.filter((word) => !(word in PARTS));
if (unknown.length > 0) {
  console.error(`No part is called ${unknown.join(', ')}. There are: ${Object.keys(PARTS).join(', ')}.`);
  process.exit(1);
}
const machine = (): string =>
  [
    new Date().toISOString().slice(0, 10),
    `${os.cpus().length} × ${os.cpus()[0]?.model.trim() ?? 'unknown'}`,
    `${Math.round(os.totalmem() / 2 ** 30)} GB`,
    os.type(),
    `Node ${process.version}; load ${os.loadavg()[0]?.toFixed(1)}`,
  ].join(', ');
for (const [name, part] of Object.entries(PARTS)) {
  if (named.length > 0 && !named.includes(name)) continue;
  const before = machine();
  const rows: Figure[] = [];
  await part(rows).catch((error: unknown) => {
    console.error(error);
    process.exitCode = 1;
  });
  const missed = rows.filter((row) => met(row) === false).length;
  console.log(
    `\n### ${name}\n\n${before} before, ${os.loadavg()[0]?.toFixed(1)} after.\n\n${reportTable(rows)}\n\n` +
      `${rows.filter((row) => met(row)).length} goals met, ${missed} missed.`,
  );
}
process.exit();
