import { PRODUCT_SETTINGS } from './listOfProduct.ts';
import { SERVER_SETTINGS } from './listOfServer.ts';
import type { Setting } from './setting.ts';

/**
 * Every environment variable that the code reads. The table of docs/operations.md and `deploy/kharcha.env` are made
 * from this list by `npm run settings`; tests compare it with what the code reads and with its defaults.
 */

export const SETTINGS: readonly Setting[] = [...SERVER_SETTINGS, ...PRODUCT_SETTINGS];
