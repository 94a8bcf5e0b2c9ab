/**
 * `npm run proof -- pool`: what is tested of the server on PostgreSQL, through PgBouncer by the example of deploy/.
 * Databases are made and removed past it.
 */
process.env['TEST_POOLED'] = '1';
await import('../main/core.postgres.test.ts');
await import('../main/finance.postgres.test.ts');

export {};
