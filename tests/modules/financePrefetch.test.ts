import { describe, expect, it } from 'vitest';
import { urlOf } from '#contract/endpoint.ts';
import { encodeListQuery } from '#contract/query.ts';
import { NO_ROLES } from '#data/sessionStore.ts';
import { prefetchedLists } from '#app/prefetchedLists.ts';
import { dayOf, millisOfDay } from '#domain/dates.ts';
import { viewConveyance } from '#modules/conveyance/screens/ViewConveyance.tsx';
import { viewLocalExpense } from '#modules/localExpense/screens/ViewLocalExpense.tsx';
import { viewTravelExpense } from '#modules/travelExpense/screens/ViewTravelExpense.tsx';
import { filtersOf, requestOf } from '#list/request.ts';
import { listSearch, textsOf } from '#list/search.ts';
import type { ListDef } from '#list/definition.ts';

const timeZone = 'Asia/Kolkata';
const PERSON = {
  email: 'finance@example.com',
  name: 'Kavita Iyer',
  employeeCode: 'KH1007',
  roles: NO_ROLES,
  rolesKnown: true,
  timeZone,
};
const FINANCE = { ...PERSON, roles: { ...NO_ROLES, isFinance: true } };
const TABLES = [
  ['/view-travel-expense', viewTravelExpense],
  ['/view-local/expense', viewLocalExpense],
  ['/view-local/conveyance', viewConveyance],
] as const;

describe('finance’s tables without a network', () => {
  it.each(
    TABLES.flatMap(([address, def]) =>
      ['2026-11-05', '2026-11-15', '2026-11-25'].map(
        (day) => [address, day, def as unknown as ListDef<unknown>] as const,
      ),
    ),
  )('FIN-6 %s is fetched ahead just as it opens on %s', async (address, day, def) => {
    const now = millisOfDay(day, timeZone) + 3_600_000;
    const opened = filtersOf(def, textsOf(def.filters, listSearch(def.filters)({})), FINANCE.email, {
      today: dayOf(now, timeZone),
      timeZone,
    });
    const page = await prefetchedLists(FINANCE, dayOf(now, timeZone))
      .find((each) => each.address === address)
      ?.request();
    const asked = (filters: typeof opened): string =>
      urlOf(def.endpoint, { list: encodeListQuery(requestOf(filters, 0, undefined)) });
    expect(page?.endpoint.name).toBe(def.endpoint.name);
    expect(asked(page?.filters ?? {})).toBe(asked(opened));
    expect(page?.filters['MANAGER_APPROVAL_DATE']?.[0]).toBe('0');
  });

  it('ACC-16 and of nobody who is not of finance', () => {
    expect(prefetchedLists(PERSON).filter(({ address }) => address.startsWith('/view-'))).toEqual([]);
  });
});
