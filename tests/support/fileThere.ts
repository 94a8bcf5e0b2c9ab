import type { TestServer } from './server.ts';

/** Whether the bytes of a file are there, and its row. */
export const fileThere = async ({ files, database }: TestServer, hash: string): Promise<[boolean, boolean]> => [
  await files.has(hash),
  (await database.db.selectFrom('files').select('hash').where('hash', '=', hash).execute()).length === 1,
];
