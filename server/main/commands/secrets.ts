import { secretsCommand, SECRETS_USAGE } from '#server/platform/secrets/secretsCommand.ts';
import { runDatabaseCommand } from '../commandDatabase.ts';

/**
 * `npm run secrets`: which key seals each secret of the database that the settings name, and sealing them again. On the
 * embedded one, stop the server first.
 */
await runDatabaseCommand(SECRETS_USAGE, (words, database, { secretsKeys }) =>
  secretsCommand(words, database, secretsKeys),
);
