import { describe, expect, it } from 'vitest';
import { countPlaywright, countVitest, settled } from '../../scripts/lib/parts.mjs';

describe('the closing line: nothing broken counts as green', () => {
  it('counts a test file that could not be loaded as a failure', () => {
    const report = {
      numPassedTests: 3,
      numFailedTests: 1,
      numPendingTests: 1,
      numTodoTests: 0,
      testResults: [
        {
          status: 'failed',
          name: 'a.test.ts',
          assertionResults: [
            { status: 'failed', fullName: 'adds', duration: 59_900, failureMessages: ['expected 3 to be 2'] },
          ],
        },
        { status: 'failed', name: 'b.test.ts', message: 'No such file', assertionResults: [] },
        { status: 'passed', assertionResults: [{ status: 'passed' }] },
      ],
    };
    expect(countVitest(report)).toEqual({
      passed: 3,
      failed: 2,
      skipped: 1,
      failures: ['b.test.ts\nNo such file', 'a.test.ts › adds (after 60 s)\nexpected 3 to be 2'],
    });
  });

  it('counts a flaky journey as a failure, and names it', () => {
    const flaky = { projectName: 'phone', status: 'flaky', results: [{ error: { message: 'Timeout' } }, {}] };
    const suites = [
      { title: 'a.e2e.ts', suites: [{ title: 'claims', specs: [{ title: 'are sent', tests: [flaky] }] }] },
    ];
    const stats = { expected: 4, unexpected: 1, flaky: 1, skipped: 2 };
    expect(countPlaywright({ stats, suites, errors: [] })).toEqual({
      passed: 4,
      failed: 2,
      skipped: 2,
      failures: ['a.e2e.ts › claims › are sent › phone\nTimeout'],
    });
    expect(countPlaywright({ errors: [{ message: 'No browser' }] })).toEqual({
      passed: 0,
      failed: 1,
      skipped: 0,
      failures: ['journeys\nNo browser'],
    });
  });

  it('turns a bad exit, and a run of nothing, into a failure', () => {
    expect(settled({ passed: 5, failed: 0, skipped: 0 }, 1).failed).toBe(1);
    expect(settled({ passed: 5, failed: 2, skipped: 0 }, 1).failed).toBe(2);
    expect(settled({ passed: 0, failed: 0, skipped: 0 }, 0).failed).toBe(1);
    expect(settled({ passed: 5, failed: 0, skipped: 0 }, 0).failed).toBe(0);
  });
});
