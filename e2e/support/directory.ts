import { randomUUID } from 'node:crypto';
import type { Api } from './api.ts';
import { ask, json } from './ask.ts';

/** As an organisation admin: somebody leaves, and `successor` takes over what waits for them. */
export async function leave(admin: Api, email: string, successor: string | null = null): Promise<void> {
  const { data } = await admin.get<{ data: { personId: string; email: string }[] }>(
    '/api/v1/people?pageSize=100&pageNumber=0',
  );
  const id = data.find((person) => person.email === email)?.personId ?? '';
  await json(
    await ask(`${admin.url}/api/v1/people/${id}/leave`, {
      method: 'POST',
      headers: admin.headers({ 'content-type': 'application/json', 'idempotency-key': randomUUID() }),
      body: JSON.stringify({ successor }),
    }),
  );
}
