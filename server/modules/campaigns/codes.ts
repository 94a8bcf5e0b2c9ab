import { BUSINESS_LINES, BUSINESS_LINE_STATUSES, DISPOSITION_STATUSES } from '#contract/campaignOptions.ts';

/**
 * How the values of lists are kept in companies and contacts: as their place in the list. A list may grow at its end,
 * and at its end only.
 */

/** From 1 on; 0 for a value that is not on the list. */
export const codeOf = (options: readonly { value: string }[], value: string): number =>
  options.findIndex((option) => option.value === value) + 1;
export const codesOf = (options: readonly { value: string }[], values: readonly string[]): number[] =>
  values.map((value) => codeOf(options, value)).filter((code) => code > 0);

const YET_TO_CONTACT = codeOf(DISPOSITION_STATUSES, 'YET_TO_CONTACT');

/**
 * Of a contact. A contact that no file mentions is yet to be contacted, and so is a company whose contacts are all
 * unknown (CAMP-5).
 */
export const dispositionOf = (code: number): number => (code === 0 ? YET_TO_CONTACT : code);
export function dispositionCodes(values: readonly string[]): number[] {
  const codes = codesOf(DISPOSITION_STATUSES, values);
  return codes.includes(YET_TO_CONTACT) ? [0, ...codes] : codes;
}

/** The bits of several values of one list: the first value is bit 0. */
export const bitsOf = (options: readonly { value: string }[], values: readonly string[]): number =>
  codesOf(options, values).reduce((bits, code) => bits | (1 << (code - 1)), 0);

/**
 * The bits of the pairs of business line and status; a company is in a line with one status, so has one bit of each
 * line at most.
 */
export function lineBits(lines: readonly string[], statuses: readonly string[]): number {
  let bits = 0;
  for (const line of codesOf(BUSINESS_LINES, lines))
    for (const status of codesOf(BUSINESS_LINE_STATUSES, statuses))
      bits |= 1 << ((line - 1) * BUSINESS_LINE_STATUSES.length + status - 1);
  return bits;
}
