import { readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fetchEngine, keptFiles, LENGTHS } from '#files/reading/engineFiles.ts';

const asked = vi.fn<(input: string, init?: RequestInit) => Promise<Response>>();
beforeEach(() => {
  asked.mockReset();
  vi.stubGlobal('fetch', asked);
  vi.stubGlobal('caches', { open: async () => ({ match: async () => answerOf(programOf('ours')) }) });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

/** A program that says where it comes from by the name of what it offers, after a section of other things. */
function programOf(from: string): Uint8Array<ArrayBuffer> {
  const name = new TextEncoder().encode(from);
  const types = [1, 4, 1, 0x60, 0, 0];
  const functions = [3, 2, 1, 0];
  const offers = [7, name.length + 4, 1, name.length, ...name, 0, 0];
  const code = [10, 4, 1, 2, 0, 0x0b];
  return Uint8Array.from([
    0,
    ...new TextEncoder().encode('asm'),
    1,
    0,
    0,
    0,
    ...types,
    ...functions,
    ...offers,
    ...code,
  ]);
}
const WHOLE = programOf('browser');
const answerOf = (bytes: BodyInit | null, status = 200): Response =>
  new Response(bytes, { status, headers: { 'content-type': 'application/wasm' } });
const startedFrom = async (): Promise<string | undefined> =>
  WebAssembly.Module.exports(await keptFiles.program())[0]?.name;

it('READ-11: the engine’s program is taken with what was compiled of it, where the browser has that', async () => {
  asked.mockResolvedValue(answerOf(WHOLE));
  expect(await startedFrom()).toBe('browser');
  expect(asked).toHaveBeenCalledOnce();
});

it.each<[string, () => Promise<Response>]>([
  ...[...WHOLE.keys()].map((length): [string, () => Promise<Response>] => [
    `has ${length} bytes of it`,
    () => Promise.resolve(answerOf(WHOLE.slice(0, length))),
  ]),
  ['has it no longer', () => Promise.resolve(answerOf(null, 504))],
  ['refuses to say', () => Promise.reject(new TypeError('Failed to fetch'))],
])('READ-11: it is taken from what is kept where the browser %s', async (_, answer) => {
  asked.mockImplementation(answer);
  expect(await startedFrom()).toBe('ours');
});

it('READ-11: of the engine itself no piece is taken for the whole', async () => {
  const [path = ''] = Object.keys(LENGTHS).filter((name) => name.endsWith('.wasm'));
  const bytes = readFileSync(fileOf(path));
  // Where its parts end is where a piece may be a program; and some other places.
  const ends = [8, 3_060, 3_727, 21_193, 61_362, bytes.length / 2, bytes.length - 1].map(Math.floor);
  for (const end of ends) {
    asked.mockResolvedValue(answerOf(bytes.subarray(0, end)));
    expect([end, await startedFrom()]).toEqual([end, 'ours']);
  }
});

it('READ-11: nothing of it is asked of the network', async () => {
  asked.mockResolvedValue(new Response(null, { status: 504 }));
  await keptFiles.program();
  await keptFiles.detector();
  await keptFiles.recogniser();
  await keptFiles.signs();
  expect(asked.mock.calls.map(([, init]) => init?.cache)).toEqual(['only-if-cached']);
});

it('what is not kept is not looked for elsewhere', async () => {
  vi.stubGlobal('caches', { open: async () => ({ match: async () => undefined }) });
  await expect(keptFiles.program()).rejects.toThrow('is not kept');
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
