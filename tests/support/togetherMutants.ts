import { PARTS } from '#outbox/parts.ts';
import * as sendTogether from '#outbox/sendTogether.ts';
import type { Mutant } from './mutant.ts';

type Send = typeof sendTogether.sendCalls;

const sending = (send: Send): Mutant => ({
  env: (env) =>
    env.together ? { ...env, together: () => Promise.resolve({ ...sendTogether, sendCalls: send }) } : env,
});

/** Bugs of requests that carry several calls, put in from outside (see mutants.ts). */
export const TOGETHER_MUTANTS: Readonly<Record<string, Mutant>> = {
  'OB-4: what the whole request is answered is what each call in it was': sending(async (env, calls) => {
    const answers = await sendTogether.sendCalls(env, calls);
    return (
      answers &&
      ((entry) => {
        const own = answers(entry);
        return 'failed' in own ? own : { ...own, status: 200, body: '{"success":true,"data":{}}', echoedKey: entry.id };
      })
    );
  }),
  'OB-4: the answers are taken to be in the order of another call': sending(async (env, calls) => {
    const answers = await sendTogether.sendCalls(env, calls);
    return (
      answers &&
      ((entry) => {
        const at = calls.findIndex((call) => call.entry.id === entry.id);
        const other = calls[(at + 1) % calls.length]?.entry ?? entry;
        const facts = answers(other);
        return 'failed' in facts ? facts : { ...facts, echoedKey: entry.id };
      })
    );
  }),
  'OB-3: each request has keys of its own for the calls in it': sending((env, calls) => {
    const keys = new Map(calls.map(({ entry }) => [entry.id, env.newId()]));
    const fresh = calls.map((call) => ({ ...call, entry: { ...call.entry, id: keys.get(call.entry.id) ?? '' } }));
    return sendTogether.sendCalls(env, fresh).then(
      (answers) =>
        answers &&
        ((entry) => {
          const facts = answers({ ...entry, id: keys.get(entry.id) ?? '' });
          return 'failed' in facts ? facts : { ...facts, echoedKey: entry.id };
        }),
    );
  }),
  'OB-2: those that travelled with one that was refused count as refused': sending(async (env, calls) => {
    const answers = await sendTogether.sendCalls(env, calls);
    const refused =
      answers && calls.map(({ entry }) => answers(entry)).find((each) => !('failed' in each) && each.status === 422);
    return refused && answers
      ? (entry) => {
          const own = answers(entry);
          return 'failed' in own ? own : { ...refused, echoedKey: entry.id };
        }
      : answers;
  }),
  'OB-13: what travels together is built again each time': {
    parts: {
      goesTogether: (entry) => PARTS.goesTogether({ ...entry, attempts: 0 }),
      textOf: (entry) => `${PARTS.textOf({ ...entry, frozen: undefined }).slice(0, -1)},"attempt":${entry.attempts}}`,
    },
  },
};
