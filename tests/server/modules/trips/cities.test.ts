import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { City } from '#contract/trip.ts';
import { indianCities, MAX_CITIES } from '#domain/citySearch.ts';
import { dataOf } from '#tests/support/expenses.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const PATH = '/api/v1/travel-request/search/cities';
const find = async (text: string): Promise<City[]> =>
  dataOf<City[]>(await (await server.as('employee')).get(`${PATH}/${encodeURIComponent(text)}`));

describe('travel-request/search/cities', () => {
  it('LIST-15 answers the best first with their states, at most 20', async () => {
    expect((await find('mumb'))[0]).toEqual({ city: 'Mumbai', state: 'Maharashtra' });
    expect((await find('  PUNÉ '))[0]).toEqual({ city: 'Pune', state: 'Maharashtra' });
    expect(await find('a')).toHaveLength(MAX_CITIES);
  });

  it('LIST-15 answers as the device does', async () => {
    const search = await indianCities();
    for (const text of ['nag', 'nagar', 'Bangalore', 'srinagar', 'x', 'st. ', 'o'])
      expect(await find(text), text).toEqual(search(text));
  });

  it('LIST-15 has nothing for no text, and Z37 takes every text for letters', async () => {
    for (const text of [' ', '%', '_', '%25', "'; drop table people; --", '\\', '*', 'पुणे'.repeat(25)])
      expect(await find(text), text).toEqual([]);
    for (const path of [PATH, `${PATH}/`])
      expect((await (await server.as('employee')).get(path)).body).toEqual({ success: true, data: [] });
  });

  it('N1 is for everybody who is signed in', async () => {
    for (const who of ['employee', 'manager', 'finance', 'admin', 'campaign-user'] as const)
      expect((await (await server.as(who)).get(`${PATH}/pune`)).status).toBe(200);
    expect((await server.with(null).get(`${PATH}/pune`)).status).toBe(401);
  });
});
