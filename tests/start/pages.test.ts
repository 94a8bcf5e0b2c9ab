import { describe, expect, it } from 'vitest';
import { START_PAGES, startPageOf } from '#start/pages.ts';
import { mayOpen } from '#domain/screens.ts';
import { routeTree } from '../../src/routeTree.gen.ts';
import { createMemoryHistory, createRouter } from '@tanstack/react-router';
import { QueryClient } from '@tanstack/react-query';
import { NO_ROLES } from '#data/sessionStore.ts';

describe('start pages', () => {
  it('are addresses of screens', () => {
    const context = { queryClient: new QueryClient(), Shell: () => null };
    const history = createMemoryHistory({ initialEntries: ['/home'] });
    const { routesByPath } = createRouter({ routeTree, context, history });
    expect(START_PAGES.filter((path) => !(path in routesByPath))).toEqual([]);
  });

  it('P22: show no secret: none of them is an organisation admin’s', () => {
    const admin = { ...NO_ROLES, isOrgAdmin: true };
    expect(START_PAGES.filter((path) => mayOpen(path, admin) && !mayOpen(path, NO_ROLES))).toEqual([]);
  });

  it('P22: are one’s own first page alone', () => {
    expect(startPageOf({ pathname: '/raise-local/expense/', search: '?page=0' })).toBe('/raise-local/expense');
    for (const search of ['?page=1', '?findByEmail=a@b.c', '?page=0&open=EXP1'])
      expect(startPageOf({ pathname: '/raise-local/expense', search })).toBeNull();
    expect(startPageOf({ pathname: '/integrations', search: '' })).toBeNull();
  });
});
