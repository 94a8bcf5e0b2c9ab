import { fc } from '#tests/support/property.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { Refusal } from '#server/platform/base/errors.ts';
import { kindOf } from '#server/platform/files/kinds.ts';
import { openReaders } from '#server/platform/readers/pool.ts';
import { HOSTILE } from '#tests/support/hostileFiles.ts';
import { heicPicture, pdf, picture } from '#tests/support/files.ts';
import { photo } from '#tests/support/photos.ts';
import { inline, workbook } from '#tests/support/workbooks.ts';

/**
 * S1 S2: whatever comes, a reader answers, and in a time that grows as the file does. Broken files are tried for 4
 * seconds, by `npm run proof -- fuzz` for that many (`npm run test:all`: 20). A reader that took the square of
 * two million steps would have used up its patience, however quick the machine.
 */
const PROVED = process.env['PROOF_SECONDS'];
const SECONDS = Number(PROVED ?? 4);
const PATIENCE = 20_000;
/** The largest that is taken when it is proved; a tenth of it does for every day. */
const SIZE = PROVED !== undefined ? 1_900_000 : 190_000;
const GIVEN_UP = /^This file takes too long to read/;

const pool = openReaders({ limits: { patience: PATIENCE, growth: 1_500_000_000 } });
afterAll(() => pool.close());

/** Whether the file was answered or refused as files are, and not given up or stumbled over. */
const verdictOn = async (run: () => Promise<unknown>): Promise<string> =>
  run().then(
    () => 'answered',
    (error: unknown) => (error instanceof Refusal ? error.message : `a fault: ${String(error)}`),
  );

describe('S1 files made to take long', () => {
  it.each(HOSTILE)('$name: read in time', async ({ task, make, mayBeGivenUp = false }) => {
    const verdict = await verdictOn(async () =>
      pool.read(task, await make(SIZE), mayBeGivenUp ? { patience: 2_000 } : {}),
    );
    if (!(mayBeGivenUp && GIVEN_UP.test(verdict))) expect(verdict).toBe('answered');
  });
});

describe('S1 files broken by chance', () => {
  it('are answered, each of them', async () => {
    const row = `<row r="1">${inline('A1', 'x')}<c r="B1"><v>1.5</v></c></row>`;
    const whole = [
      pdf('a bill'),
      await picture('jpeg'),
      await picture('png'),
      await picture('webp'),
      await photo('jpeg'),
      await photo('png'),
      heicPicture(),
      workbook(row),
      Buffer.from('<R><CREATED>1</CREATED><LINEERROR>a &#4; b</LINEERROR></R>'),
    ];
    const changes = fc.array(
      fc.record({
        at: fc.double({ min: 0, max: 1, noNaN: true }),
        cut: fc.nat(40),
        put: fc.oneof(
          fc.uint8Array({ maxLength: 8 }),
          fc
            .constantFrom(
              'stream\n',
              '<<',
              '>>',
              '/Type /Pages',
              'II*\0',
              'GPSx="',
              '\0\0\0\0',
              '\xff\xff\xff\xff',
              '<!DOCTYPE',
              ']]>',
            )
            .map((words) => Buffer.from(words, 'latin1')),
        ),
      }),
      { minLength: 1, maxLength: 6 },
    );
    const property = fc.asyncProperty(fc.nat(whole.length - 1), changes, async (which, all) => {
      let bytes = whole[which] ?? Buffer.alloc(0);
      for (const { at, cut, put } of all) {
        const from = Math.floor(at * bytes.length);
        bytes = Buffer.concat([bytes.subarray(0, from), put, bytes.subarray(from + cut)]);
      }
      const type = kindOf(bytes);
      const read = () =>
        type !== null
          ? pool.read('bill', { bytes, type })
          : which === 7
            ? pool.read('sheet', { bytes, rows: 10, columns: 26 })
            : pool.read('tally', { bytes });
      expect(await verdictOn(read)).toBe('answered');
    });
    await fc.assert(property, {
      numRuns: 1_000_000,
      interruptAfterTimeLimit: SECONDS * 1_000,
      markInterruptAsFailure: false,
    });
  });
});
