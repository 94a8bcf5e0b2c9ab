import { MAX_IMPORT_BYTES, MAX_IMPORT_SHOWN } from '#contract/limits.ts';
import type { ImportAnswer } from '#contract/peopleImport.ts';
import { mayManageOrganisation } from '#domain/access.ts';
import { describePersonChange } from '#domain/peopleFile.ts';
import { malformed } from '#server/platform/base/errors.ts';
import { inSmallHeap } from '#server/platform/base/smallHeap.ts';
import { assertAllowed } from '#server/platform/http/assertAllowed.ts';
import { contextOf } from '#server/platform/http/context.ts';
import type { Call } from '#server/platform/http/endpoints.ts';
import type { Services } from '#server/platform/http/services.ts';
import { readUpload } from '#server/platform/uploads/multipart.ts';
import { countUpload } from '#server/platform/uploads/uploads.ts';
import { applyImport } from './importing.ts';
import { planFor, readPeopleFile, type PeopleFile, type Planned } from './planning.ts';

/** A file of people on screen: looked at first, then carried out as it was seen (ORG-24). */

function isAsked(query: Call['query'], name: string): boolean {
  const value = query[name] ?? '';
  if (value !== '' && value !== 'true' && value !== 'false') throw malformed(`Bad value for ${name}.`, name);
  return value === 'true';
}

function answerOf({ passedOver }: PeopleFile, { plan, hash }: Planned, applied: boolean): ImportAnswer {
  const { added, changed, taken, unchanged, leaving, refused, stop } = plan;
  const shown = <Row>(rows: readonly Row[]): Row[] => rows.slice(0, MAX_IMPORT_SHOWN);
  return {
    applied,
    plan: hash,
    stop,
    passedOver: shown(passedOver),
    counts: {
      added: added.length,
      changed: changed.length,
      taken: taken.length,
      unchanged,
      leaving: leaving.length,
      refused: refused.length,
    },
    added: shown(added).map(({ line, input: { name, email, employeeCode } }) => ({ line, name, email, employeeCode })),
    changed: shown(changed).map(({ line, name, before, after }) => {
      return { line, name, changes: describePersonChange(before, after) };
    }),
    leaving: shown(leaving).map(({ name, email }) => ({ name, email })),
    refused: shown(refused),
    more: [added, changed, leaving, refused].some((rows) => rows.length > MAX_IMPORT_SHOWN),
  };
}

/** Plans a file of people, and with `apply` carries out the plan that was seen. */
export async function importPeople(services: Services, { request, reply, query }: Call): Promise<unknown> {
  const context = contextOf(services, request);
  assertAllowed(mayManageOrganisation(context.actor));
  const apply = isAsked(query, 'apply');
  const options = { missingLeave: isAsked(query, 'missingLeave'), sure: isAsked(query, 'sure') };
  const seen = query['plan'] ?? '';
  if (apply && seen === '') throw malformed('plan is missing.', 'plan');
  const limit = { bytes: MAX_IMPORT_BYTES, message: 'Please upload a file of at most 10 MB.' };
  const { bytes } = await readUpload(request, reply, limit);
  await countUpload(context);
  const { database } = services;
  const data = await inSmallHeap(async () => {
    const file = await readPeopleFile(bytes);
    const planned = apply
      ? await applyImport(database, context, file, { ...options, seen, today: context.today })
      : await planFor(database.db, file, options);
    return answerOf(file, planned, apply);
  });
  return { success: true, data };
}
