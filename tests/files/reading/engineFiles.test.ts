import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keptFiles } from '#files/reading/engineFiles.ts';

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
  asked.mockResolvedValue(new Response('wasm'));
  const program = await keptFiles.wasm();
  expect(program).toMatch(/ort-wasm.*\.wasm/);
  expect(asked).toHaveBeenCalledOnce();
});

it.each([
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
