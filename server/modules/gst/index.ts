/** Keys that verify the codes of GST e-invoices, and the GSTINs of the organisation. */

export { gstCalls } from './routes.ts';
export { GST_KEYS_USAGE, gstKeysCommand } from './command.ts';
export { readGstins } from './repository.ts';
export { judgeCodes } from './verify.ts';
