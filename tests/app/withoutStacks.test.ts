import { expect, it } from 'vitest';
import { noteStacks } from '#app/withoutStacks.ts';

const frames = (): number => (new Error('Something.').stack ?? '').split('\n').length - 1;

it('errors have no stack while React is evaluated, and one again afterwards', () => {
  expect(frames()).toBe(0);
  noteStacks();
  expect(frames()).toBeGreaterThan(1);
});
