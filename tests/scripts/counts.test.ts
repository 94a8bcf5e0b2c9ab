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
        { status: 'failed', assertionResults: [{ status: 'failed' }] },
        { status: 'failed', assertionResults: [] },
        { status: 'passed', assertionResults: [{ status: 'passed' }] },
      ],
    };
    expect(countVitest(report)).toEqual({ passed: 3, failed: 2, skipped: 1 });
  });

  it('counts a flaky journey as a failure', () => {
    expect(countPlaywright({ stats: { expected: 4, unexpected: 1, flaky: 1, skipped: 2 }, errors: [] })).toEqual({
      passed: 4,
      failed: 2,
      skipped: 2,
    });
    expect(countPlaywright({ errors: [{}] })).toEqual({ passed: 0, failed: 1, skipped: 0 });
  });

  it('turns a bad exit, and a run of nothing, into a failure', () => {
    expect(settled({ passed: 5, failed: 0, skipped: 0 }, 1).failed).toBe(1);
    expect(settled({ passed: 5, failed: 2, skipped: 0 }, 1).failed).toBe(2);
    expect(settled({ passed: 0, failed: 0, skipped: 0 }, 0).failed).toBe(1);
    expect(settled({ passed: 5, failed: 0, skipped: 0 }, 0).failed).toBe(0);
  });
});
