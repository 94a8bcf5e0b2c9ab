import { describe, expect, it } from 'vitest';
import { SheetFailed } from '#server/platform/readers/sheets/packed.ts';
import { readSheet } from '#server/platform/readers/sheets/readSheet.ts';
import { unpackWorkbook } from '#server/platform/readers/sheets/unpack.ts';
import { xlsx } from '#tests/support/tally.ts';
import { archive, inline, partsAround, sheetOf, workbook } from '#tests/support/workbooks.ts';

const faultOf = async (run: () => Promise<unknown>): Promise<string> =>
  run().then(
    () => 'none',
    (error: unknown) => (error instanceof SheetFailed ? error.fault : String(error)),
  );

describe('PAY-4 reading a sheet', () => {
  it('finds the rows where they are, with their days, numbers and words', async () => {
    const bytes = await xlsx([
      [null],
      ['a & b', null, 1.5],
      [null],
      [null],
      [null, new Date(Date.UTC(2026, 6, 15)), null, true],
    ]);
    expect(await readSheet(bytes, { rows: 10, columns: 4 })).toEqual([
      { row: 2, cells: ['a & b', null, 1.5, null] },
      { row: 5, cells: [null, new Date(Date.UTC(2026, 6, 15)), null, true] },
    ]);
  });

  it('reads no further than it is asked to', async () => {
    const rows = Array.from({ length: 50 }, (_, n) => `<row r="${n + 1}">${inline(`A${n + 1}`, String(n))}</row>`).join(
      '',
    );
    expect(await readSheet(workbook(rows), { rows: 9, columns: 1 })).toHaveLength(10);
  });

  it('counts what is filled, not where it stands: empty rows hide none of the others', async () => {
    const rows = Array.from(
      { length: 10 },
      (_, n) => `<row r="${n * 700 + 1}">${inline(`A${n * 700 + 1}`, String(n))}</row>`,
    ).join('');
    const blank = `<row r="3">${inline('A3', ' ')}</row>`;
    expect(
      (await readSheet(workbook(rows.replace('</row>', `</row>${blank}`)), { rows: 20, columns: 1 })).map(
        ({ cells }) => cells[0],
      ),
    ).toEqual([...'0123456789']);
  });

  it('Z48 S1 what takes too long is ended', async () => {
    const wide = Array.from(
      { length: 5_000 },
      (_, n) => `<row r="${n + 1}"><c r="A${n + 1}"><v>1</v></c><c r="XFD${n + 1}"><v>1</v></c></row>`,
    ).join('');
    await expect(readSheet(workbook(wide), { rows: 5_000 })).rejects.toMatchObject({
      code: 'INVALID',
      message: expect.stringContaining('takes too long to read'),
    });
    expect(await readSheet(workbook(`<row r="1">${inline('A1', 'x')}</row>`), { rows: 1, columns: 1 })).toHaveLength(1);
  });

  it('Z48 a size that is not true, and an archive within its archive, are not believed', async () => {
    const bomb = archive(partsAround(sheetOf('x'.repeat(30_000_000))).map((part) => ({ ...part, size: 1 })));
    expect(await faultOf(() => readSheet(bomb, { rows: 1 }))).toBe('large');
    const [types] = partsAround('');
    const twice = archive([...partsAround(sheetOf('')), ...(types ? [types] : [])]);
    expect(await faultOf(() => readSheet(twice, { rows: 1 }))).toBe('broken');
  });

  it('whatever the bytes, an answer or a refusal', async () => {
    const whole = workbook(`<row r="1">${inline('A1', 'x')}</row>`);
    for (let at = 0; at < whole.length; at += 37) {
      for (const bytes of [
        whole.subarray(0, at),
        Buffer.concat([whole.subarray(0, at), Buffer.from([0xff]), whole.subarray(at + 1)]),
      ]) {
        try {
          await unpackWorkbook(bytes);
        } catch (error) {
          expect(error).toBeInstanceOf(SheetFailed);
        }
      }
    }
  });
});
