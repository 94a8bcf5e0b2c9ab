import { expect, it } from 'vitest';
import { loadOnce } from '#data/loadOnce.ts';

it('loads once, and is there without another task afterwards', async () => {
  let loads = 0;
  const load = loadOnce(async () => {
    loads += 1;
    await new Promise((go) => setTimeout(go));
    return { answer: 42 };
  });
  expect(await Promise.all([load(), load()])).toEqual([{ answer: 42 }, { answer: 42 }]);
  const order: string[] = [];
  setImmediate(() => order.push('a task'));
  await load();
  order.push('the module');
  expect(order).toEqual(['the module']);
  expect(loads).toBe(1);
});

it('tries again what could not be loaded', async () => {
  const answers = [Promise.reject(new Error('no network')), Promise.resolve('there')];
  const load = loadOnce(() => answers.shift() ?? Promise.reject(new Error('too often')));
  await expect(load()).rejects.toThrow('no network');
  expect(await load()).toBe('there');
  expect(await load()).toBe('there');
});
