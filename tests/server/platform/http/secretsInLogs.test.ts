import { expect, it } from 'vitest';
import { startServer } from '#tests/support/server.ts';

it('a session’s token in a line of the log, or in a row of audit, fails whatever test it is in', async () => {
  const server = await startServer();
  const { token } = await server.as('employee');
  expect(server.logs.filter((line) => line.includes(String(token)))).toEqual([]);
  server.logs.push(JSON.stringify({ msg: 'request', headers: { token } }));
  await expect(server.close()).rejects.toThrow('A secret stands in a log');
});
