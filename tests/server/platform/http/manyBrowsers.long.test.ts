import { Agent, get } from 'node:http';
import { afterEach, expect, it } from 'vitest';
import { startServer } from '#tests/support/server.ts';

const agents: Agent[] = [];
afterEach(() => {
  for (const agent of agents.splice(0)) agent.destroy();
});

/**
 * Asks again and again on one connection, and opens another one only where the server has closed it between two
 * requests. Undefined: closed without an answer.
 */
function keepingBrowser(url: string): () => Promise<number | undefined> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  agents.push(agent);
  const ask = (): Promise<{ status: number | undefined; reused: boolean }> =>
    new Promise((resolve) => {
      const request = get(`${url}/healthz`, { agent }, (response) =>
        response.resume().once('end', () => resolve({ status: response.statusCode, reused: false })),
      );
      request.once('error', () => resolve({ status: undefined, reused: request.reusedSocket }));
    });
  return async () => {
    const { status, reused } = await ask();
    return reused ? (await ask()).status : status;
  };
}

it.each([
  ['hundreds at once', {}, 700, 700],
  ['more in turn than may be open, of one address', { CONNECTIONS_PER_ADDRESS: '60' }, 400, 20],
  ['more in turn than may be open, of all', { CONNECTIONS_PER_ADDRESS: '0', MAX_CONNECTIONS: '60' }, 400, 20],
])(
  'S15 an office behind one address is answered, each of its browsers: %s',
  async (_name, settings, browsers, atOnce) => {
    const server = await startServer(settings);
    const answers: (number | undefined)[] = [];
    const browse = async (): Promise<void> => {
      // Each keeps its connection for later, as browsers do.
      const browser = keepingBrowser(server.url);
      for (let n = 0; n < 3; n += 1) answers.push(await browser());
    };
    for (let n = 0; n < browsers; n += atOnce) await Promise.all(Array.from({ length: atOnce }, browse));
    expect([...new Set(answers)]).toEqual([200]);
    expect(answers).toHaveLength(browsers * 3);
    for (const agent of agents.splice(0)) agent.destroy();
    await server.close();
  },
  60_000,
);
