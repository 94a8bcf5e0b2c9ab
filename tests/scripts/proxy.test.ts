import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Proxy } from '../../e2e/support/proxy.ts';

const open: { close: () => unknown }[] = [];
afterEach(() => {
  for (const one of open.splice(0)) one.close();
});

async function upstream(answer: string, seen: string[] = []): Promise<number> {
  const server: Server = createServer((request, response) => {
    seen.push(request.url ?? '');
    request.resume();
    request.on('end', () => response.end(answer));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  open.push({ close: () => server.closeAllConnections() }, server);
  return (server.address() as AddressInfo).port;
}

async function proxyTo(port: number): Promise<Proxy> {
  const proxy = await Proxy.start(port);
  open.push({ close: () => proxy.down() });
  return proxy;
}

const get = async (url: string, init: RequestInit = {}): Promise<string> =>
  (await fetch(url, { ...init, headers: { connection: 'close' } })).text();

describe('the proxy: the network of the journeys', () => {
  it('passes bytes both ways, however many', async () => {
    const long = 'x'.repeat(3_000_000);
    const proxy = await proxyTo(await upstream(long));
    expect((await get(proxy.url, { method: 'POST', body: long })).length).toBe(long.length);
  });

  it('is off and on again at the same address', async () => {
    const proxy = await proxyTo(await upstream('here'));
    const address = proxy.url;
    await proxy.down();
    await expect(get(address)).rejects.toThrow();
    await proxy.up();
    expect(await get(address)).toBe('here');
  });

  it('X18: answers a page of its own as a captive portal does', async () => {
    const seen: string[] = [];
    const proxy = await proxyTo(await upstream('here', seen));
    proxy.set({ kind: 'captive' });
    expect(await get(`${proxy.url}/api`)).toContain('accept the terms');
    expect(seen).toEqual([]);
  });

  it('X7: lets a request through and loses its answer', async () => {
    const seen: string[] = [];
    const proxy = await proxyTo(await upstream('here', seen));
    proxy.set({ kind: 'cut', direction: 'down', after: 0 });
    await expect(get(`${proxy.url}/sent`)).rejects.toThrow();
    expect(seen).toEqual(['/sent']);
  });

  it('X3: tears an upload in the middle', async () => {
    const seen: string[] = [];
    const proxy = await proxyTo(await upstream('here', seen));
    proxy.set({ kind: 'cut', direction: 'up', after: 20_000 });
    await expect(get(proxy.url, { method: 'POST', body: 'x'.repeat(200_000) })).rejects.toThrow();
  });

  it('X20: takes a connection and says nothing', async () => {
    const proxy = await proxyTo(await upstream('here'));
    proxy.set({ kind: 'blackHole' });
    const patience = new AbortController();
    const answer = get(proxy.url, { signal: patience.signal });
    await vi.waitFor(() => expect(proxy.connections).toBe(1), { timeout: 30_000 });
    setTimeout(() => patience.abort(), 50);
    await expect(answer).rejects.toThrow(/abort/i);
  });

  it('sends the next connection to another server', async () => {
    const proxy = await proxyTo(await upstream('one'));
    expect(await get(proxy.url)).toBe('one');
    proxy.swap(await upstream('two'));
    expect(await get(proxy.url)).toBe('two');
  });
});
