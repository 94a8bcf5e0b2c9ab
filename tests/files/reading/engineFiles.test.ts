import { statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fetchEngine, keptFiles, LENGTHS } from '#files/reading/engineFiles.ts';

const asked = vi.fn<(input: string, init?: RequestInit) => Promise<Response>>();
beforeEach(() => {
  asked.mockReset();
  vi.stubGlobal('fetch', asked);
  vi.stubGlobal('caches', { open: async () => ({ match: async (path: string) => new Response(`bytes of ${path}`) }) });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

it('READ-11: the engine’s program is taken with what was compiled of it, where the browser has that', async () => {
  const [path = '', length] = Object.entries(LENGTHS).find(([name]) => name.endsWith('.wasm')) ?? [];
  asked.mockResolvedValue(new Response(new Uint8Array(length ?? 0)));
  const program = await keptFiles.wasm();
  expect(program).toBe(path);
  expect(asked).toHaveBeenCalledOnce();
});

it.each([
  ['has a piece of it', () => Promise.resolve(new Response('wa'))],
  ['has it no longer', () => Promise.resolve(new Response(null, { status: 504 }))],
  ['refuses to say', () => Promise.reject(new TypeError('Failed to fetch'))],
])('READ-11: its own bytes are taken where the browser %s', async (_, answer) => {
  asked.mockImplementation(answer);
  const program = await keptFiles.wasm();
  expect(new TextDecoder().decode(program as ArrayBuffer)).toMatch(/^bytes of .*ort-wasm/);
});

it('READ-11: nothing of it is asked of the network', async () => {
  asked.mockResolvedValue(new Response(null, { status: 504 }));
  await keptFiles.wasm();
  await keptFiles.detector();
  await keptFiles.recogniser();
  await keptFiles.signs();
  expect(asked.mock.calls.map(([, init]) => init?.cache)).toEqual(['only-if-cached']);
});

it('what is not kept is not looked for elsewhere', async () => {
  vi.stubGlobal('caches', { open: async () => ({ match: async () => undefined }) });
  await expect(keptFiles.wasm()).rejects.toThrow('is not kept');
  expect(asked).not.toHaveBeenCalled();
});

const fileOf = (path: string): string =>
  fileURLToPath(new URL(`../../..${path.replace(/^\/@fs.*(?=\/node_modules)/, '')}`, import.meta.url));

it('READ-11: the lengths are those of the files', () => {
  for (const [path, length] of Object.entries(LENGTHS))
    expect([path, statSync(fileOf(path)).size]).toEqual([path, length]);
});

/** The cache of the device, and a network that gives so much of each file. */
function download(share: number) {
  const rows = new Map<string, number>();
  vi.stubGlobal('caches', {
    open: async () => ({
      match: async (path: string) => (rows.has(path) ? new Response() : undefined),
      keys: async () => [],
      put: async (path: string, answer: Response) => void rows.set(path, (await answer.arrayBuffer()).byteLength),
    }),
  });
  asked.mockImplementation((path) =>
    Promise.resolve(new Response(new Uint8Array(Math.floor((LENGTHS[path] ?? 0) * share)))),
  );
  const told: number[] = [];
  return { rows, told, fetchAll: () => fetchEngine(new AbortController().signal, (part) => void told.push(part)) };
}

it('READ-11: all files are kept when they are whole, whatever the browser has of them', async () => {
  const { rows, told, fetchAll } = download(1);
  await fetchAll();
  expect(Object.fromEntries(rows)).toEqual(LENGTHS);
  expect(told.at(-1)).toBe(1);
  expect(new Set(asked.mock.calls.map(([, init]) => init?.cache))).toEqual(new Set(['reload']));
});

it('READ-11: a piece of a file is not kept', async () => {
  const { rows, fetchAll } = download(0.5);
  await expect(fetchAll()).rejects.toThrow('came in part');
  expect(rows.size).toBe(0);
});
