import type { DirectoryPerson, DirectoryRow } from '#contract/people.ts';
import { listSearch } from '#list/search.ts';
import { PEOPLE_FILTERS } from '#modules/people/index.ts';
import { ImportPage } from '#modules/people/screens/ImportPage.tsx';
import { LinesPage } from '#modules/people/screens/LinesPage.tsx';
import { PeoplePage } from '#modules/people/screens/PeoplePage.tsx';
import { PersonPage } from '#modules/people/screens/PersonPage.tsx';
import { PERSON, showRoutes } from './screen.tsx';

/** The directory as the server answers it, and its screens, as tests open them. */

export const ORG_ADMIN = {
  ...PERSON,
  email: 'org-admin@example.com',
  name: 'Leela Thomas',
  roles: { ...PERSON.roles, isOrgAdmin: true },
};

const VIKRAM = { personId: 'PRS6', name: 'Vikram Rao', email: 'director@example.com' };

export const aRow = (more: Partial<DirectoryRow> = {}): DirectoryRow => ({
  personId: 'PRS4',
  name: 'Ravi Menon',
  email: 'manager@example.com',
  employeeCode: 'KH1004',
  manager: VIKRAM,
  roles: ['manager'],
  status: 'ACTIVE',
  costCentre: 'Field Sales South',
  grade: 'M3',
  baseLocation: 'Kochi',
  source: 'SCREEN',
  ...more,
});

export const aPerson = (more: Partial<DirectoryPerson> = {}): DirectoryPerson => ({
  ...aRow(),
  joinedOn: null,
  leftOn: null,
  reports: 2,
  pending: 0,
  lastSeenAt: null,
  version: 3,
  ...more,
});

export const asha = aRow({
  personId: 'PRS1',
  name: 'Asha Nair',
  email: 'employee@example.com',
  employeeCode: 'KH1001',
  manager: { personId: 'PRS4', name: 'Ravi Menon', email: 'manager@example.com' },
  roles: [],
});

/** A page of a list. */
export const page = (rows: readonly object[], totalElements = rows.length): object => ({
  success: true,
  data: rows,
  totalElements,
});

/** Everything that a person's page asks for beside the person. */
export const AROUND = {
  listReports: page([asha]),
  personHistory: { success: true, data: [] },
  listPersonSessions: { success: true, data: [] },
  listPeople: page([]),
};

export const openPeople = (address: string) =>
  showRoutes(address, [
    { path: '/people', Screen: PeoplePage, validateSearch: listSearch(PEOPLE_FILTERS) },
    { path: '/people/lines', Screen: LinesPage },
    { path: '/people/import', Screen: ImportPage },
    { path: '/people/$id', Screen: PersonPage },
    { path: '/not-found' },
  ]);
