import { online } from '#data/online.ts';

/** Of each change that was sent: its key and the version it names. */
export type Sent = { key: string | null; ifMatch: string | null };

/**
 * A server that answers changes one after the other by these; null: the answer is lost. Everything else finds no
 * network.
 */
export function answerChanges(answers: readonly (object | null)[]): Sent[] {
  const sent: Sent[] = [];
  globalThis.fetch = async (_input, init) => {
    if (init?.method === undefined || init.method === 'GET') throw new TypeError('No network.');
    const headers = new Headers(init.headers);
    sent.push({ key: headers.get('idempotency-key'), ifMatch: headers.get('if-match') });
    const answer = answers[sent.length - 1];
    if (!answer) throw new TypeError('The answer was lost.');
    return Response.json(answer, { status: 'code' in answer ? 409 : 200 });
  };
  online.sawAnswer();
  return sent;
}
