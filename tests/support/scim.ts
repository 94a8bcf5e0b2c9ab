import { urlOf } from '#contract/endpoint.ts';
import * as calls from '#contract/calls/provisioning.ts';
import type { ProvisionedGroup, Provisioning, ProvisioningToken } from '#contract/provisioning.ts';
import type { Answer, Api } from './api.ts';
import { dataOf } from './expenses.ts';
import type { TestServer } from './server.ts';

/** SCIM as tests speak it: the words of RFC 7644 over HTTP, with a bearer token. */

export const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
export const CORE = 'urn:ietf:params:scim:schemas:core:2.0:User';
const PATCH_OP = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';

export type Resource = Record<string, unknown> & { id: string };
export interface Said {
  status: number;
  headers: Headers;
  text: string;
  body: Resource;
}

/** A SCIM client with this token, or with none. */
export class ScimClient {
  readonly url: string;
  readonly token: string | null;

  constructor(url: string, token: string | null) {
    this.url = url;
    this.token = token;
  }

  async send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Said> {
    const response = await fetch(`${this.url}/scim/v2${path}`, {
      method,
      headers: {
        ...(this.token !== null && { authorization: `Bearer ${this.token}` }),
        ...(body !== undefined && { 'content-type': 'application/scim+json; charset=utf-8' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: (text === '' ? {} : JSON.parse(text)) as Resource,
    };
  }

  get = (path: string, headers?: Record<string, string>): Promise<Said> => this.send('GET', path, undefined, headers);
  post = (path: string, body: unknown): Promise<Said> => this.send('POST', path, body);
  put = (path: string, body: unknown, headers?: Record<string, string>): Promise<Said> =>
    this.send('PUT', path, body, headers);
  delete = (path: string, headers?: Record<string, string>): Promise<Said> =>
    this.send('DELETE', path, undefined, headers);
  patch = (path: string, Operations: unknown, headers?: Record<string, string>): Promise<Said> =>
    this.send('PATCH', path, { schemas: [PATCH_OP], Operations }, headers);

  /** What a filter finds. */
  async find(filter: string, more = ''): Promise<Resource[]> {
    const answer = await this.get(`/Users?filter=${encodeURIComponent(filter)}${more}`);
    if (answer.status !== 200) throw new Error(answer.text);
    return answer.body['Resources'] as Resource[];
  }

  /** Creates a user, who must be taken. */
  async made(user: Record<string, unknown>): Promise<Resource> {
    const answer = await this.post('/Users', user);
    if (answer.status !== 201) throw new Error(answer.text);
    return answer.body;
  }
}

/** A user as a provider sends one. */
export const aUser = (key: string, more: Record<string, unknown> = {}): Record<string, unknown> => ({
  schemas: [CORE, ENTERPRISE],
  userName: `${key}@corp.example`,
  externalId: `ext-${key}`,
  active: true,
  displayName: `User ${key}`,
  emails: [{ primary: true, type: 'work', value: `${key}@corp.example` }],
  [ENTERPRISE]: { employeeNumber: `E-${key}` },
  ...more,
});

/** Provisioning on screen. */
export const provisioningOf = async (api: Api): Promise<Provisioning> =>
  dataOf<Provisioning>(await api.get(urlOf(calls.getProvisioning)));
export const makeToken = (api: Api, name = 'Entra ID', days: number | null = null): Promise<Answer> =>
  api.post(urlOf(calls.createProvisioningToken), { name, days });
export const endToken = (api: Api, id: string): Promise<Answer> =>
  api.post(urlOf(calls.endProvisioningToken, { parts: { id } }));
export const giveRoles = (api: Api, id: string, roles: string[], headers = {}): Promise<Answer> =>
  api.put(urlOf(calls.updateProvisionedGroup, { parts: { id } }), { roles }, headers);
export const groupOf = async (api: Api, id: string): Promise<ProvisionedGroup | undefined> =>
  (await provisioningOf(api)).groups.find(({ groupId }) => groupId === id);

/** A client with a token that was made for it. */
export async function scimClient(server: TestServer): Promise<ScimClient> {
  const made = dataOf<ProvisioningToken & { token: string }>(await makeToken(await server.as('org-admin')));
  return new ScimClient(server.url, made.token);
}

/** A person as the directory has them. */
export const personOf = (server: TestServer, id: string) =>
  server.database.db.selectFrom('people').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
