import { expect, test } from 'vitest';
import { ENDPOINTS } from '#contract/endpoints.ts';
import type { Endpoint } from '#contract/endpoint.ts';

const entries: Endpoint[] = Object.values(ENDPOINTS);
const forLeavers = entries.filter(({ leaver }) => leaver);

test('ORG-42 who has left files and changes claims with their bills, and asks what has arrived', () => {
  expect(forLeavers.map(({ name }) => name).toSorted()).toEqual([
    'createLocalExpense',
    'createTravelExpense',
    'knownKeys',
    'startUpload',
    'updateConveyance',
    'updateLocalExpense',
    'updateTravelExpense',
    'uploadFile',
    'uploadPart',
    'uploadProgress',
    'withdrawLocalExpense',
    'withdrawTravelExpense',
  ]);
});

test('ORG-42 calls of one address are for leavers alike, each with a session', () => {
  for (const entry of forLeavers) {
    const twins = entries.filter(({ method, path }) => method === entry.method && path === entry.path);
    expect(
      twins.every(({ leaver }) => leaver),
      entry.name,
    ).toBe(true);
    expect(entry.access, entry.name).toBe('session');
  }
});
