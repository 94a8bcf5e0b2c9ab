import { sendTogether } from '#contract/calls/together.ts';
import { urlOf } from '#contract/endpoint.ts';
import { HEADERS } from '#contract/headers.ts';
import type { OutboxEnv } from './env.ts';
import { classify, type Outcome, type RawResponse } from './outcome.ts';
import { address, ask, common, patience } from './send.ts';
import type { Frozen } from './take.ts';

/**
 * Sends several frozen calls in one request (OB-8): each under its own key, with the text it was frozen with. What the
 * server says to each is handed on as if it had been answered by itself, for outcome.ts to decide what it means.
 */

/** What an answer to the whole request says of every call in it: none was looked at, or nobody knows which. */
const OF_ALL: ReadonlySet<Outcome['kind']> = new Set([
  'offline',
  'serverError',
  'busy',
  'inProgress',
  'signIn',
  'tooOld',
]);

/** The frozen text goes as it is: what is written twice may differ. */
function textOf({ id, method, url, ifMatch, saved, frozen }: Frozen): string {
  const head = JSON.stringify({
    key: id,
    method,
    url,
    ...(ifMatch !== undefined && { ifMatch }),
    ...(saved && { savedAt: saved.at, heardAt: saved.heard }),
  });
  return `${head.slice(0, -1)},"body":${frozen}}`;
}

/**
 * The answer to each of the calls. null when the server takes none this way, or what came says nothing of them: sent by
 * themselves, they are answered one by one.
 */
export async function sendCalls(
  env: OutboxEnv,
  calls: readonly { entry: Frozen; token: string }[],
): Promise<((entry: Frozen) => RawResponse) | null> {
  const [first] = calls;
  if (!first) return null;
  // Only our server echoes it (OB-4). Nothing is kept under it: the keys of the calls do that.
  const key = env.newId();
  const text = `{"requests":[${calls.map(({ entry }) => textOf(entry)).join()}]}`;
  const facts = await ask(
    env,
    address(env, urlOf(sendTogether)),
    {
      method: sendTogether.method,
      headers: {
        ...common(env, first.entry, first.token),
        'content-type': 'application/json',
        [HEADERS.idempotencyKey]: key,
      },
      body: text,
    },
    patience(text.length),
  );
  const outcome = classify(facts, { key });
  // What was echoed is the key of none of them.
  if (OF_ALL.has(outcome.kind)) return () => ('failed' in facts ? facts : { ...facts, echoedKey: null });
  const parsed = outcome.kind === 'sent' ? sendTogether.answer.safeParse(outcome.answer) : undefined;
  if (!parsed?.success || 'failed' in facts) return null;
  const answers = new Map(parsed.data.data.map((each) => [each.key, each]));
  return ({ id }) => {
    const own = answers.get(id);
    // Not a word about it: as if no answer had come.
    if (!own) return { failed: 'network' };
    const { status, answer, retryAfter = null } = own;
    return { ...facts, status, body: JSON.stringify(answer), echoedKey: own.key, retryAfter };
  };
}
