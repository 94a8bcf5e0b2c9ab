import type { Kysely } from 'kysely';
import type { PersonErasure, PersonKind } from '#contract/retention.ts';
import { erasePersonBody } from '#contract/retention.ts';
import { mayManageOrganisation } from '#domain/access.ts';
import { dayOf } from '#domain/dates.ts';
import { conform } from '#domain/parsing.ts';
import { keptUntil, staysOfPerson } from '#domain/retention.ts';
import { eraseFacts } from '#server/platform/audit/erasing.ts';
import { auditKeys } from '#server/platform/audit/seals.ts';
import { canonicalJson, sha256 } from '#server/platform/base/canonical.ts';
import { invalidRequest, notFound, Refusal } from '#server/platform/base/errors.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { transact } from '#server/platform/database/transact.ts';
import { assertAllowed } from '#server/platform/http/assertAllowed.ts';
import type { Context } from '#server/platform/http/context.ts';
import { secretStoreOf } from '#server/platform/http/services.ts';
import { personById } from '#server/modules/people/index.ts';
import { wantedOf, type Judging } from './plan.ts';
import { lockErasure, noteProgress } from './repository/erasures.ts';
import { lockHolds } from './repository/holds.ts';
import { clearProfile, isPersonHeld, lockLeaver, personRows } from './repository/person.ts';
import { beginErasure, endErasure, eraseOf, type Asked, type Eraser, type Judge } from './run.ts';
import { judgingOf } from './settings.ts';
import { SOURCES, type Source } from './sources.ts';

/** Erasing what is held on somebody who left, on request (RET-8). */

/** What goes of a person whatever its age; all else waits for its period. */
const AT_ONCE = SOURCES.filter(({ kind }) => kind === 'PLACES' || kind === 'DEVICES' || kind === 'NOTIFICATIONS');

/** Rows of this source that are the person's and may go: what is held stays, and what is needed still. */
async function goingOf(
  db: Kysely<Tables>,
  source: Source,
  { judging, person, only }: { judging: Judging; person: string; only?: readonly string[] },
): Promise<string[]> {
  const found = await source.past(db, { ...wantedOf(source.kind, judging), person, ...(only && { only }) });
  return found.filter(({ held, open }) => !held && open === null).map(({ id }) => id);
}

interface Planned {
  answer: PersonErasure;
  ids: Map<Source, string[]>;
  log: number[];
}

async function planned(db: Kysely<Tables>, context: Context, personId: string): Promise<Planned> {
  const person = await personById(db, personId);
  if (!person) throw notFound();
  const judging = await judgingOf(db, context);
  const { timeZone } = context;
  const ids = new Map<Source, string[]>();
  for (const source of AT_ONCE) ids.set(source, await goingOf(db, source, { judging, person: personId }));
  const rows = await personRows(db, personId);
  const goes = [
    ...[...ids].map(([{ kind }, found]) => ({ kind: kind as PersonKind, rows: found.length })),
    { kind: 'PROFILE' as const, rows: rows.profile },
    { kind: 'LOG' as const, rows: rows.log.length },
  ].filter((each) => each.rows > 0);
  const held = await isPersonHeld(db, personId);
  const refusal = !person.disabled
    ? `${person.name} is at work: only what is held on somebody who left is erased.`
    : held
      ? `There is a legal hold on ${person.name}: nothing is erased until it is lifted.`
      : null;
  const stays = staysOfPerson({
    records: rows.records,
    recordsUntil: rows.newest && keptUntil('RECORDS', rows.newest, judging),
    use: rows.use,
    useUntil: rows.lastUse === null ? null : keptUntil('LOG', dayOf(rows.lastUse, timeZone), judging),
  });
  const seen = sha256(canonicalJson({ personId, refusal, goes })).slice(0, 32);
  return { answer: { refusal, goes, stays, seen }, ids, log: rows.log };
}

/** The dry run for one person. Throws FORBIDDEN unless the actor is an organisation admin. */
export async function planErasure(context: Context, personId: string): Promise<PersonErasure> {
  assertAllowed(mayManageOrganisation(context.actor));
  return (await planned(context.services.database.db, context, personId)).answer;
}

/** The profile, and what the log says of the account: the last batch of a person's erasure. */
async function eraseProfile(
  eraser: Eraser,
  {
    id,
    log,
    rows,
    judging,
    asked,
  }: { id: string; log: readonly number[]; rows: number; judging: Judging; asked: Asked },
): Promise<void> {
  const person = asked.about ?? '';
  await transact(eraser.database.db, async (tx) => {
    await lockHolds(tx);
    if (!(await lockLeaver(tx, person)) || (await isPersonHeld(tx, person))) return;
    const { totals, version } = await lockErasure(tx, id);
    await clearProfile(tx, person);
    const weight = { rows, files: 0, bytes: 0 };
    await noteProgress(tx, { id, version: version + 1, totals: { ...totals, PROFILE: weight } });
    const what = { recordId: id, version: version + 1, at: judging.now, action: 'erase', origin: asked.origin };
    const who = { actorId: asked.by, onBehalfOf: person };
    await eraseFacts(tx, eraser.key, { ...what, ...who, after: { kind: 'PROFILE', ...weight } }, log);
  });
}

const UNSEEN = 'What would be erased has changed. Please look at it again.';

/** Erases what the dry run said. Throws CONFLICT where that has changed, or a hold or being at work forbids it. */
export async function erasePerson(context: Context, personId: string, body: unknown): Promise<PersonErasure> {
  const { actor, services, now, origin } = context;
  assertAllowed(mayManageOrganisation(actor));
  const { database, files, env } = services;
  const plan = await planned(database.db, context, personId);
  const seen = conform(erasePersonBody.shape.seen, (body as { seen?: unknown } | null)?.seen);
  if ('message' in seen) throw invalidRequest(seen.message, { seen: seen.message });
  if (plan.answer.refusal !== null) throw new Refusal('CONFLICT', plan.answer.refusal);
  if (plan.answer.goes.length === 0) return plan.answer;
  if (seen.value !== plan.answer.seen) throw new Refusal('CONFLICT', UNSEEN);
  const { current: key } = await auditKeys(secretStoreOf(services), env.auditKeys);
  const eraser: Eraser = { database, files, key };
  const asked: Asked = { by: actor.id, about: personId, origin };
  const judging = await judgingOf(database.db, context);
  const judge: Judge = async (tx, source, only) =>
    (await lockLeaver(tx, personId)) ? goingOf(tx, source, { judging, person: personId, only }) : [];
  const id = await beginErasure(eraser, asked, now);
  for (const [source, ids] of plan.ids) await eraseOf(eraser, id, { source, ids, judge, judging, asked });
  const rows = plan.answer.goes.find(({ kind }) => kind === 'PROFILE')?.rows ?? 0;
  if (rows + plan.log.length > 0) await eraseProfile(eraser, { id, log: plan.log, rows, judging, asked });
  await endErasure(eraser, id, now);
  return (await planned(database.db, context, personId)).answer;
}
