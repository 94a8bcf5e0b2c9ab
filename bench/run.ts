// `npm run bench`: measures what quality is promised of, beside the floor of the same run; `npm run bench -- start` a
// part alone. `--write` keeps the figures in docs/measurements.md and README.md; with `--strict` it ends with 1 where a
// goal is missed. `-- trace` says where the time after the rows goes.
import { campaignFigures } from './server/campaigns.ts';
import { costFigures } from './server/costs.ts';
import { directoryFigures } from './server/directory.ts';
import { benchServer } from './server/index.ts';
import { provisioningFigures } from './server/provisioning.ts';
import { machineLine, stateLine } from './support/machine.ts';
import { publish } from './support/publish.ts';
import { met, reportTable, type Figure } from './support/report.ts';

/** Each adds its figures as it has them: what was measured is said even when something after it fails. */
const PARTS: Record<string, (figures: Figure[]) => Promise<void>> = {
  server: benchServer,
  campaigns: campaignFigures,
  costs: costFigures,
  directory: directoryFigures,
  provisioning: provisioningFigures,
  duplicates: async (figures) => (await import('./duplicates.ts')).benchDuplicates(figures),
  gst: async (figures) => (await import('./gst.ts')).benchGst(figures),
  upload: async (figures) => (await import('./upload.ts')).benchUpload(figures),
  visit: async (figures) => (await import('./firstVisit.ts')).benchFirstVisit(figures),
  capture: async (figures) => (await import('./capture.ts')).benchCapture(figures),
  deck: async (figures) => (await import('./deck.ts')).benchDeck(figures),
  readable: async (figures) => (await import('./readable.ts')).benchReadable(figures),
  reading: async (figures) => (await import('./reading.ts')).benchReading(figures),
  start: async (figures) => (await import('./start/index.ts')).benchStart(figures),
};

/** These run only where they are named: a volume is filled for half an hour, Lighthouse is fetched for its table. */
const NAMED: typeof PARTS = {
  lighthouse: async (figures) => (await import('./lighthouse.ts')).benchLighthouse(figures),
  volume: async (figures) => (await import('./server/volume.ts')).benchVolume(figures),
};
const OTHERS: Record<string, () => Promise<void>> = {
  trace: async () => (await import('./start/trace.ts')).traceStart(),
};

const named = process.argv.slice(2).filter((word) => !word.startsWith('-'));
const names = [PARTS, NAMED, OTHERS].flatMap((parts) => Object.keys(parts));
const unknown = named.filter((word) => !names.includes(word));
if (unknown.length > 0) {
  console.error(`No part is called ${unknown.join(', ')}. There are: ${names.join(', ')}.`);
  process.exit(1);
}
const writes = process.argv.includes('--write');
for (const [name, part] of Object.entries({ ...PARTS, ...NAMED })) {
  if (named.length > 0 ? !named.includes(name) : name in NAMED) continue;
  const before = stateLine();
  const rows: Figure[] = [];
  const failed = await part(rows).then(
    () => false,
    (error: unknown) => {
      console.error(error);
      process.exitCode = 1;
      return true;
    },
  );
  const missed = rows.filter((row) => met(row) === false).length;
  if (missed > 0 && process.argv.includes('--strict')) process.exitCode = 1;
  const said = `${machineLine()}; before: ${before}; after: ${stateLine()}.`;
  console.log(
    `\n### ${name}\n\n${said}\n\n${reportTable(rows)}\n\n` +
      `${rows.filter((row) => met(row)).length} goals met, ${missed} missed.`,
  );
  // Half a table would stand there as if it were all.
  if (writes && !failed) publish(name, said, rows);
}
for (const name of named) await OTHERS[name]?.();
process.exit();
