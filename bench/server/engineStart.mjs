// The embedded database's own start: PGlite opens the folder and answers one statement.
import { PGlite } from '@electric-sql/pglite';

const db = await PGlite.create(process.argv[2]);
await db.query('select 1');
process.stdout.write('http://127.0.0.1:0\n');
process.on('SIGTERM', () => void db.close().then(() => process.exit(0)));
setInterval(() => undefined, 1_000);
