import { createHash, randomUUID } from 'node:crypto';
import { ask, json } from './ask.ts';
import type { SalesTrip, WireClaim, WireConveyance, WireTravelClaim, WireTravelTrip, WireTrip } from './wire.ts';

/** What stands on the server, asked over the wire without a browser. */
export class Api {
  readonly url: string;
  private readonly token: string;
  readonly email: string;

  private constructor(url: string, token: string, email: string) {
    this.url = url;
    this.token = token;
    this.email = email;
  }

  static async signIn(url: string, email: string): Promise<Api> {
    const { data } = await json<{ data: { credential: string } }>(
      await ask(`${url}/demo/credential`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email }),
      }),
    );
    const { token } = await json<{ token: string }>(
      await ask(`${url}/api/v1/account/googlelogin/v2`, {
        method: 'POST',
        headers: { 'content-type': 'application/octet-stream', platform: 'WEB_SITE' },
        body: JSON.stringify({ credential: data.credential }),
      }),
    );
    return new Api(url, token, email);
  }

  headers(extra: Record<string, string> = {}): Record<string, string> {
    return { token: this.token, platform: 'WEB_SITE', ...extra };
  }

  async get<T>(path: string): Promise<T> {
    return json<T>(await ask(`${this.url}${path}`, { headers: this.headers() }));
  }

  /** As an organisation admin: a provider of sign-in. */
  async addIdentityProvider(provider: Record<string, unknown>): Promise<void> {
    await json(
      await ask(`${this.url}/api/v1/organisation/identityProviders`, {
        method: 'POST',
        headers: this.headers({ 'content-type': 'application/json', 'idempotency-key': randomUUID() }),
        body: JSON.stringify(provider),
      }),
    );
  }

  /** What the sales app does: it has a key of its own and no session. */
  static async intake(
    url: string,
    key: string,
    trips: SalesTrip[],
  ): Promise<{ done: { externalId: string; tripId: string }[]; refused: { row: number; message: string }[] }> {
    const answer = await json<{
      data: { done: { externalId: string; tripId: string }[]; refused: { row: number; message: string }[] };
    }>(
      await ask(`${url}/api/v1/integration/conveyance`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': key },
        body: JSON.stringify(trips),
      }),
    );
    return answer.data;
  }

  /** Every claim of a kind and a filter, all pages. */
  private async all<Claim = WireClaim>(filter: string, kind: 0 | 1 | 2 = 0): Promise<Claim[]> {
    const found: Claim[] = [];
    for (let page = 0; ; page += 1) {
      const answer = await this.get<{ data: { results: { content: Claim[]; totalElements: number } } }>(
        `/api/v1/allExpense/search?primaryExpenseType=${kind}&pageSize=100&pageNumber=${page}&filter=${filter}`,
      );
      found.push(...answer.data.results.content);
      if (answer.data.results.content.length === 0 || found.length >= answer.data.results.totalElements) return found;
    }
  }

  mine(): Promise<WireClaim[]> {
    return this.all(`USER_EMAIL:${encodeURIComponent(this.email)}`);
  }

  conveyance(): Promise<WireConveyance[]> {
    return this.all<WireConveyance>(`USER_EMAIL:${encodeURIComponent(this.email)}`, 1);
  }

  queue(): Promise<WireClaim[]> {
    return this.all(`MANAGER_EMAIL:${encodeURIComponent(this.email)}`);
  }

  /** What waits for me as a manager, of travel claims and of conveyance. */
  travelQueue(): Promise<WireTravelClaim[]> {
    return this.all<WireTravelClaim>(
      `MANAGER_EMAIL:${encodeURIComponent(this.email)}&filter=MANAGER_APPROVAL_STATUS:1`,
      2,
    );
  }

  conveyanceQueue(): Promise<WireConveyance[]> {
    return this.all<WireConveyance>(
      `MANAGER_EMAIL:${encodeURIComponent(this.email)}&filter=MANAGER_APPROVAL_STATUS:1`,
      1,
    );
  }

  /** How the trips that I decide stand, newest first. */
  async teamTrips(): Promise<WireTrip[]> {
    return (
      await this.get<{ content: WireTrip[] }>(
        `/api/v1/travel-request/search?pageSize=100&filter=MANAGER_EMAIL:${encodeURIComponent(this.email)}`,
      )
    ).content;
  }

  /** The questions about a record, newest first. */
  async enquiries(recordId: string): Promise<{ question: string; answer: string | null; version: number }[]> {
    return (
      await this.get<{ data: { question: string; answer: string | null; version: number }[] }>(
        `/api/v1/record/${recordId}/enquiries`,
      )
    ).data;
  }

  /** My travel requests, newest first, all of them. */
  async trips(): Promise<WireTrip[]> {
    const answer = await this.get<{ content: WireTrip[] }>(
      `/api/v1/travel-request/search?pageSize=100&filter=USER_EMAIL:${encodeURIComponent(this.email)}`,
    );
    return answer.content;
  }

  /** My trips with their days, newest first, as the first page of my list has them. */
  async travelTrips(): Promise<WireTravelTrip[]> {
    const answer = await this.get<{ content: { tripIdResponseList: WireTravelTrip[] }[] }>(
      `/api/v1/allExpense/travel-expense/user/search?primaryExpenseType=2&pageSize=25&pageNumber=0` +
        `&filter=USER_EMAIL:${encodeURIComponent(this.email)}`,
    );
    return answer.content.flatMap(({ tripIdResponseList }) => tripIdResponseList);
  }

  /** The claims of one of my trips, in the order in which they were made. */
  async travelClaims(tripId: string): Promise<WireTravelClaim[]> {
    const trip = (await this.travelTrips()).find((each) => each.tripId === tripId);
    return (trip?.dateResponseList ?? [])
      .flatMap(({ travelExpenses }) => travelExpenses)
      .sort((a, b) => a.createdAt - b.createdAt);
  }

  async fileTravel(
    tripId: string,
    claim: { remarks: string; amount: number; day: number; bill: Buffer; type?: string },
  ): Promise<WireTravelClaim> {
    const fingerPrint = await this.upload(claim.bill, 'bill.jpg', 'image/jpeg');
    return this.change(`create?email=${encodeURIComponent(this.email)}&id=${tripId}`, 'POST', {
      travelExpenseType: claim.type ?? 'OTHER',
      expenseDate: claim.day,
      claimAmount: claim.amount,
      remarks: claim.remarks,
      billUrl: [{ fingerPrint }],
    });
  }

  /** Changes one of my travel claims, as another device of mine would. */
  async changeTravel(
    claim: WireTravelClaim,
    changes: { claimAmount?: number; remarks?: string },
  ): Promise<WireTravelClaim> {
    const { travelExpenseType, expenseDate, claimAmount, remarks, billUrl } = claim;
    return this.change(`update?id=${claim.expenseId}`, 'PUT', {
      travelExpenseType,
      expenseDate,
      claimAmount,
      remarks,
      billUrl,
      ...changes,
    });
  }

  private async change(call: string, method: 'POST' | 'PUT', body: object): Promise<WireTravelClaim> {
    const init = {
      method,
      headers: this.headers({ 'content-type': 'application/json', 'Idempotency-Key': randomUUID() }),
      body: JSON.stringify(body),
    };
    return (
      await json<{ data: WireTravelClaim }>(
        await ask(`${this.url}/api/v1/allExpense/${call}&primaryExpenseType=2`, init),
      )
    ).data;
  }

  /** How one of my trips stands. */
  async trip(
    tripId: string,
  ): Promise<{ tripId: string; cancellationStatus: string; cancellationRemarks: string | null } | undefined> {
    for (let page = 0; ; page += 1) {
      const { content } = await this.get<{
        content: { tripId: string; cancellationStatus: string; cancellationRemarks: string | null }[];
      }>(
        `/api/v1/travel-request/search?pageSize=100&pageNumber=${page}` +
          `&filter=USER_EMAIL:${encodeURIComponent(this.email)}`,
      );
      const found = content.find((each) => each.tripId === tripId);
      if (found || content.length === 0) return found;
    }
  }

  /** A trip of anybody, whole, as those who may see it do. */
  async anyTrip(id: string): Promise<
    WireTrip & {
      adminRemarks: string | null;
      ticketUploadStatus: string;
      ticketAmount: number | null;
      ticketUrl: unknown[];
      ticketRefundAmount: number | null;
      amountToBeDeductedFromSalary: number | null;
    }
  > {
    return (
      await this.get<{ data: { record: { record: Awaited<ReturnType<Api['anyTrip']>> } } }>(`/api/v1/record/${id}`)
    ).data.record.record;
  }

  /** A claim of anybody, as those who may see it do. */
  async anyClaim(id: string): Promise<WireClaim> {
    return (await this.get<{ data: { record: { record: WireClaim } } }>(`/api/v1/record/${id}`)).data.record.record;
  }

  /** My claims whose remarks are exactly this. */
  async withRemarks(remarks: string): Promise<WireClaim[]> {
    return (await this.mine()).filter((claim) => claim.remarks === remarks);
  }

  async upload(bytes: Buffer, name: string, type: string): Promise<string> {
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(bytes)], { type }), name);
    const { data } = await json<{ data: { fingerPrint: string } }>(
      await ask(`${this.url}/api/v1/Common/upload-pdf`, { method: 'POST', headers: this.headers(), body: form }),
    );
    if (data.fingerPrint !== createHash('sha256').update(bytes).digest('hex'))
      throw new Error('The fingerPrint is not the hash of the bytes.');
    return data.fingerPrint;
  }

  async file(claim: {
    remarks: string;
    amount: number;
    day: number;
    bill: Buffer;
    type?: 'MOBILE_BILL' | 'OTHERS';
    /** What a device read off the bill. */
    reading?: object;
  }): Promise<WireClaim> {
    const fingerPrint = await this.upload(claim.bill, 'bill.jpg', 'image/jpeg');
    const { data } = await json<{ data: WireClaim }>(
      await ask(`${this.url}/api/v1/allExpense/create?email=${encodeURIComponent(this.email)}&primaryExpenseType=0`, {
        method: 'POST',
        headers: this.headers({ 'content-type': 'application/json', 'Idempotency-Key': randomUUID() }),
        body: JSON.stringify({
          localExpenseType: claim.type ?? 'OTHERS',
          expenseDate: claim.day,
          claimAmount: claim.amount,
          remarks: claim.remarks,
          billUrl: [{ fingerPrint }],
          ...(claim.reading && { readings: [{ fingerPrint, ...claim.reading }] }),
        }),
      }),
    );
    return data;
  }

  /** Approves local expenses of my queue, all of them at once. */
  async approveAll(ids: readonly string[]): Promise<void> {
    const init = {
      method: 'POST',
      headers: this.headers({ 'content-type': 'application/json', 'Idempotency-Key': randomUUID() }),
      body: JSON.stringify({ ids, comments: null, approved: true }),
    };
    const { data } = await json<{ data: { refused: unknown[] } }>(
      await ask(`${this.url}/api/v1/allExpense/bulk-manager-approve?primaryExpenseType=0`, init),
    );
    if (data.refused.length > 0) throw new Error(`Refused: ${JSON.stringify(data.refused)}`);
  }

  async document(fingerPrint: string): Promise<Buffer> {
    const response = await ask(`${this.url}/api/v1/Common/document/${fingerPrint}`, { headers: this.headers() });
    if (!response.ok) throw new Error(String(response.status));
    return Buffer.from(await response.arrayBuffer());
  }

  /** Ends every session of this token on the server: the next request with it is answered 401. */
  static async signOut(url: string, token: string): Promise<void> {
    await json(await ask(`${url}/api/v2/logout`, { method: 'POST', headers: { token, platform: 'WEB_SITE' } }));
  }
}
