import { gstKeysCommand, GST_KEYS_USAGE } from '#server/modules/gst/index.ts';
import { runDatabaseCommand } from '../commandDatabase.ts';

/**
 * `npm run gst:keys`: the keys of GST e-invoices, in the database that the settings name. On the embedded one, stop the
 * server first.
 */
await runDatabaseCommand(GST_KEYS_USAGE, (words, database) => gstKeysCommand(words, database, Date.now()));
