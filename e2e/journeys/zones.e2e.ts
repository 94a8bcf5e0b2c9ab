import { build } from 'esbuild';
import { dayOf, millisOfDay, offsetAt } from '#domain/dates.ts';
import { fc } from '#tests/support/property.ts';
import { ZONES } from '#tests/support/timeZones.ts';
import { expect, test } from '../support/fixtures.ts';

const moment = fc.integer({ min: Date.parse('1950-01-01'), max: Date.parse('2037-12-31') });

/** The rules of days as a phone runs them, by its own zones, under the name `dates`. */
async function domainScript(): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: `export * from './src/domain/dates.ts'`, resolveDir: process.cwd() },
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'dates',
  });
  return outputFiles[0]?.text ?? '';
}

interface Dates {
  dayOf: typeof dayOf;
  millisOfDay: typeof millisOfDay;
  offsetAt: typeof offsetAt;
}

test('DATE-7: a browser finds the days that the server finds @desktop', async ({ page }) => {
  const asked = fc.sample(fc.tuple(moment, fc.constantFrom(...ZONES)), 4_000);
  const script = await domainScript();
  await page.goto('about:blank');
  await page.evaluate(script.replace(/^(?:"use strict";\s*)?var dates/, 'globalThis.dates'));
  const theirs = await page.evaluate((all) => {
    const { dates } = globalThis as unknown as { dates: Dates };
    return all.map(([ms, zone]) => {
      const day = dates.dayOf(ms, zone);
      return [ms, zone, day, dates.millisOfDay(day, zone), dates.offsetAt(ms, zone)];
    });
  }, asked);
  const ours = asked.map(([ms, zone]) => {
    const day = dayOf(ms, zone);
    return [ms, zone, day, millisOfDay(day, zone), offsetAt(ms, zone)];
  });
  expect(theirs).toEqual(ours);
});
