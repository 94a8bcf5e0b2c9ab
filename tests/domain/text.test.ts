import { fc } from '#tests/support/property.ts';
import { describe, expect, test } from 'vitest';
import { judgeFileSize } from '#domain/files.ts';
import { cleanFileName, parseRemarks } from '#domain/text.ts';

describe('remarks', () => {
  test.each([
    [' hello ', 'hello'],
    ['a\r\nb\rc\n', 'a\nb\nc'],
    ['tab\there', 'tab\there'],
    ['😀 taxi', '😀 taxi'],
    ['<script>alert(1)</script>', '<script>alert(1)</script>'],
    ['\u202eabc', '\u202eabc'],
    ['किराया', 'किराया'],
    [undefined, ''],
    [null, ''],
    ['', ''],
  ])('REM-1 Z35 %j is stored as %j', (input, text) => {
    expect(parseRemarks(input)).toEqual({ ok: true, text });
  });

  test.each([['a\0b'], ['a\u0007'], ['a\u009fb'], ['a\ud800b'], ['\udc00'], ['a\u007fb'], [5], [{}], [['x']]])(
    'REM-1 Z35 %j is refused',
    (input) => {
      expect(parseRemarks(input).ok).toBe(false);
    },
  );

  test('REM-1 Z35 2,000 characters after trimming, not one more', () => {
    expect(parseRemarks(` ${'x'.repeat(2_000)} `).ok).toBe(true);
    expect(parseRemarks('x'.repeat(2_001)).ok).toBe(false);
    expect(parseRemarks('x'.repeat(1_048_576)).ok).toBe(false);
  });

  test('REM-1 what was stored is stored again unchanged', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.string({ unit: 'binary' })), (input) => {
        const once = parseRemarks(input);
        if (once.ok) expect(parseRemarks(once.text)).toEqual(once);
      }),
    );
  });
});

describe('file names', () => {
  test.each([
    ['bill.pdf', 'bill.pdf'],
    ['../../etc/passwd', 'passwd'],
    ['C:\\bills\\a.jpg', 'a.jpg'],
    ['a\0.pdf', 'a.pdf'],
    ['a\r\nb.pdf', 'ab.pdf'],
    ['"; filename=x', '; filename=x'],
    ['fdp.\u202egpj.exe', 'fdp.gpj.exe'],
    ['..', 'file'],
    ['', 'file'],
    ['///', 'file'],
    ['बिल.pdf', 'बिल.pdf'],
  ])('DOC-6 Z49 %j is kept as %j', (name, clean) => {
    expect(cleanFileName(name)).toBe(clean);
  });

  test('DOC-6 Z49 a name of 500 characters keeps its ending', () => {
    expect(cleanFileName(`${'a'.repeat(500)}.jpeg`)).toBe(`${'a'.repeat(95)}.jpeg`);
    expect(cleanFileName('😀'.repeat(200))).toBe('😀'.repeat(50));
  });

  test('DOC-6 Z49 any name becomes a label of 1 to 100 characters without folders', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary', maxLength: 300 }), fc.string({ maxLength: 300 })), (name) => {
        const clean = cleanFileName(name);
        expect(clean.length).toBeGreaterThan(0);
        expect(clean.length).toBeLessThanOrEqual(100);
        expect(clean).not.toMatch(/[\\/\0\r\n"]/);
        expect(encodeURIComponent(clean)).not.toBe('');
      }),
    );
  });
});

test.each([
  [0, 'This file is empty'],
  [1, undefined],
  [2_097_151, undefined],
  [2_097_152, 'Please upload file less then 2MB.'],
  [3_000_000_000, 'Please upload file less then 2MB.'],
])('DOC-1 DOC-2 Z43 a file of %d bytes: %s', (bytes, message) => {
  const verdict = judgeFileSize(bytes);
  expect(verdict.ok ? undefined : verdict.message).toBe(message);
});
