import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Wanted } from './browser.ts';

/** Testing Library finds elements in the page itself, so that roles and names are the same in every engine. */

const FILE = 'node_modules/@testing-library/dom/dist/@testing-library/dom.umd.min.js';

/** Bodies of functions: whether the library is in the page, and what puts it there. */
export const HAS_LIBRARY = 'return typeof TestingLibraryDom === "object";';
export const bringLibrary = (): string =>
  `(function () {${readFileSync(path.join(import.meta.dirname, '../..', FILE), 'utf8')}}).call(globalThis);`;

/** The body of a function that answers the first such element that is shown, or null. An `input` may be hidden. */
export const findBody = ({ role, name, text, ...rest }: Wanted): string => `
  const { queryAllByLabelText, queryAllByRole } = TestingLibraryDom;
  const { role, name, text, label } = ${JSON.stringify({ role, name, text, ...rest })};
  if (label !== undefined) return queryAllByLabelText(document.body, label, { exact: true })[0] ?? null;
  const fits = (element) => text === undefined || new RegExp(text).test(element.textContent);
  const all = queryAllByRole(document.body, role, name === undefined ? {} : { name: new RegExp(name) });
  return all.find((element) => fits(element) && element.getClientRects().length > 0) ?? null;`;
