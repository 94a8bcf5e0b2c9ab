import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { personOf, scimClient, type ScimClient } from '#tests/support/scim.ts';
import { ENTRA_GROUPS, ENTRA_USERS } from '#tests/support/scimEntra.ts';
import { OKTA_GROUPS, OKTA_USERS } from '#tests/support/scimOkta.ts';
import type { Step } from '#tests/support/scimSequences.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';

const SEQUENCES: [name: string, steps: Step[]][] = [
  ['Entra ID, users', ENTRA_USERS],
  ['Entra ID, groups', ENTRA_GROUPS],
  ['Okta, users', OKTA_USERS],
  ['Okta, groups', OKTA_GROUPS],
];

let server: TestServer;
let scim: ScimClient;
beforeAll(async () => {
  server = await startServer();
  scim = await scimClient(server);
});
afterAll(() => server.close());

type Ids = Map<string, string>;

/** A value with the ids that are known by now in the place of their names. */
const filled = <Value>(value: Value, ids: Ids): Value => {
  const text = JSON.stringify(value).replace(/\{(\w+)\}/g, (whole, name: string) => ids.get(name) ?? whole);
  return JSON.parse(text) as Value;
};

async function take(step: Step, ids: Ids): Promise<void> {
  const [method, path, body] = step.send;
  const address = path.replace(/(?:\{|%7B)(\w+)(?:\}|%7D)/g, (whole, name: string) => ids.get(name) ?? whole);
  const answer = await scim.send(method, address, body === undefined ? undefined : filled(body, ids));
  expect([method, path, answer.status, answer.status < 400 ? '' : answer.body['detail']]).toEqual([
    method,
    path,
    step.status,
    step.status < 400 ? '' : expect.any(String),
  ]);
  if (step.as !== undefined) ids.set(step.as, answer.body.id);
  if (step.answer !== undefined) expect(answer.body).toMatchObject(filled(step.answer, ids) as object);
  if (step.lacks !== undefined) expect(answer.body).not.toHaveProperty(step.lacks);
  for (const [name, columns] of Object.entries(step.people ?? {}))
    expect(await personOf(server, ids.get(name) ?? '')).toMatchObject(filled(columns, ids));
}

describe.each(SEQUENCES)('SCIM-6 SCIM-7 SCIM-8 what %s really sends', (_name, steps) => {
  it('is understood, step by step', async () => {
    const ids: Ids = new Map();
    for (const step of steps) await take(step, ids);
  });
});
