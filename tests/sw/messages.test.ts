import { describe, expect, it } from 'vitest';
import { answer, type MessageEnv, type Received } from '#sw/messages.ts';

function world(missing = false) {
  const done: string[] = [];
  const said: unknown[] = [];
  const env: MessageEnv = {
    origin: 'https://claims.example.com',
    version: 'b1',
    takeOver: () => Promise.resolve(void done.push('takeOver')),
    drain: () => Promise.resolve(void done.push('drain')),
    keepApp: () => (done.push('keepApp'), missing ? Promise.reject(new Error('no network')) : Promise.resolve()),
    claim: () => (done.push('claim'), missing ? Promise.reject(new Error('not active')) : Promise.resolve()),
    keepEngines: () => Promise.resolve(void done.push('keepEngines')),
    keepDesk: (desk) => Promise.resolve(void done.push(`keep ${desk}`)),
  };
  const say = (data: unknown, origin = env.origin) =>
    answer(
      { data, origin, ports: [{ postMessage: (reply: unknown) => void said.push(reply) }] } satisfies Received,
      env,
    );
  return { done, said, say };
}

describe('Z64: messages to the worker are checked', () => {
  it('SW-1: takes over only when a page says so', async () => {
    const { done, say } = world();
    await say({ type: 'SKIP_WAITING' });
    expect(done).toEqual(['takeOver']);
  });

  it('drains when asked, and tells its version on the port', async () => {
    const { done, said, say } = world();
    await say({ type: 'DRAIN' });
    await say({ type: 'VERSION' });
    expect(done).toEqual(['drain']);
    expect(said).toEqual([{ type: 'VERSION', version: 'b1' }]);
  });

  it('SW-2: fetches the heavy pieces when a page has time', async () => {
    const { done, say } = world();
    await say({ type: 'KEEP_ENGINES', desks: [] });
    expect(done).toEqual(['keepEngines']);
    await say({ type: 'KEEP_ENGINES', desks: ['campaigns', 'tally'] });
    expect(done.slice(1)).toEqual(['keep campaigns', 'keep tally', 'keepEngines']);
  });

  it('SW-4 P20: answers pages without a worker, keeps the rest of the app, and says whether that is all', async () => {
    for (const missing of [false, true]) {
      const { done, said, say } = world(missing);
      await say({ type: 'KEEP_APP' });
      expect(done).toEqual(['claim', 'keepApp']);
      expect(said).toEqual([{ type: 'KEPT', all: !missing }]);
    }
  });

  it('passes over another origin, other shapes and unknown types', async () => {
    const { done, said, say } = world();
    await say({ type: 'SKIP_WAITING' }, 'https://evil.test');
    await say({ type: 'SKIP_WAITING' }, '');
    for (const data of [
      null,
      undefined,
      'SKIP_WAITING',
      { type: 'skip_waiting' },
      { kind: 'DRAIN' },
      ['DRAIN'],
      { type: ['DRAIN'] },
    ])
      await say(data);
    expect(done).toEqual([]);
    expect(said).toEqual([]);
  });
});
