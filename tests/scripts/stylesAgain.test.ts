import { expect, it } from 'vitest';
import { askAgain } from '../../scripts/stylesAgain.ts';

const CODE = `(err) => {
		seen[href] = void 0;
		throw err;
	}
if (e.type === "error") rej(new Error("Unable to preload CSS"));`;

it('S3: a style sheet that did not come is neither noted nor left in the page as one that is there', () => {
  const changed = askAgain(CODE);
  expect(changed).toContain('delete seen[href];');
  expect(changed).toContain('if (e.type === "error") link.remove(), rej(');
});

it('stops a build whose bundler has written its loader anew', () => {
  expect(() => askAgain('export const preload = () => undefined;')).toThrow('no');
});
