import { keysCommand, KEYS_USAGE } from '#server/modules/session/index.ts';
import { runDatabaseCommand } from '../commandDatabase.ts';

/**
 * `npm run keys`: the keys of programs, in the database that the settings name. On the embedded one, stop the server
 * first.
 */
await runDatabaseCommand(KEYS_USAGE, (words, database) => keysCommand(words, database, Date.now()));
