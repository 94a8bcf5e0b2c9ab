import { createHash, randomUUID } from 'node:crypto';

const DAY = 86_400_000;

/** A change, by somebody or by nobody. Throws with what the server says unless it is carried out. */
export async function ask<T>(
  url: string,
  token: string | null,
  path: string,
  body: BodyInit,
  type?: string,
): Promise<T> {
  const headers = {
    platform: 'WEB_SITE',
    'Idempotency-Key': randomUUID(),
    ...(token !== null && { token }),
    ...(type !== undefined && { 'content-type': type }),
  };
  const response = await fetch(url + path, { method: 'POST', headers, body });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}

/** Signs somebody of the demo organisation in. */
export async function tokenOf(url: string, email: string): Promise<string> {
  const { data } = await ask<{ data: { credential: string } }>(
    url,
    null,
    '/demo/credential',
    JSON.stringify({ email }),
    'application/json',
  );
  return (
    await ask<{ token: string }>(
      url,
      null,
      '/api/v1/account/googlelogin/v2',
      JSON.stringify({ credential: data.credential }),
      'application/octet-stream',
    )
  ).token;
}

/** The bill's fingerPrint. */
export async function uploadBill(url: string, token: string, bill: Buffer): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(bill)], { type: 'image/jpeg' }), 'bill.jpg');
  await ask(url, token, '/api/v1/Common/upload-pdf', form);
  return createHash('sha256').update(bill).digest('hex');
}

/** A local claim of the day before yesterday; its id. */
export async function fileClaim(
  url: string,
  {
    email,
    token,
    amount,
    remarks,
    fingerPrint,
  }: Record<'email' | 'token' | 'remarks' | 'fingerPrint', string> & {
    amount: number;
  },
): Promise<string> {
  const claim = {
    localExpenseType: 'OTHERS',
    expenseDate: Date.now() - 2 * DAY,
    claimAmount: amount,
    remarks,
    billUrl: [{ fingerPrint }],
  };
  const { data } = await ask<{ data: { expenseId: string } }>(
    url,
    token,
    `/api/v1/allExpense/create?email=${email}&primaryExpenseType=0`,
    JSON.stringify(claim),
    'application/json',
  );
  return data.expenseId;
}
