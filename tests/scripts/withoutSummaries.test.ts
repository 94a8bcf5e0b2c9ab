import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { stripSummaries } from '../../scripts/withoutSummaries.ts';

describe('the sentences of the documentation', () => {
  it('are left out of what a browser loads, and nothing else is', () => {
    expect(stripSummaries("x({ name: 'a', summary: 'One’s own, it\\'s here.', body: b })", 'x.ts')).toBe(
      "x({ name: 'a', body: b })",
    );
    expect(stripSummaries("x({ name: 'a',\n  summary: 'Last.',\n})", 'x.ts')).toBe("x({ name: 'a',\n  \n})");
    expect(stripSummaries(`x({\n  summary:\n    "Another's own.",\n  body: b })`, 'x.ts')).toBe(
      'x({\n  \n  body: b })',
    );
    expect(() => stripSummaries('x({ summary: `Made ${up}.` })', 'x.ts')).toThrow('A summary of x.ts');
  });

  it('can be left out of every file of calls', () => {
    const folder = 'src/contract/calls/';
    const files = readdirSync(folder).map((name) => readFileSync(folder + name, 'utf8'));
    expect(files.some((code) => code.includes("summary: '"))).toBe(true);
    for (const code of files) expect(stripSummaries(code, folder)).not.toContain('summary:');
  });
});

it('a sentence over several lines goes whole', () => {
  const code = "summary:\n    'One, ' +\n    'two' +\n    \"three.\",\n  answer";
  expect(stripSummaries(code, 'calls.ts').trim()).toBe('answer');
});
