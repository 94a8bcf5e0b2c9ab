import { BASE, CORE_GROUP, CORE_USER, ENTERPRISE, MAX_PAGE } from './names.ts';

/** What this server can do, as SCIM clients ask for it (RFC 7643, sections 5 to 7; SCIM-2). */

interface Options {
  type?: string;
  many?: boolean;
  required?: boolean;
  unique?: boolean;
  readOnly?: boolean;
  parts?: object[];
}

const attribute = (name: string, description: string, options: Options = {}): object => ({
  name,
  type: options.type ?? (options.parts ? 'complex' : 'string'),
  multiValued: options.many ?? false,
  description,
  required: options.required ?? false,
  caseExact: false,
  mutability: options.readOnly === true ? 'readOnly' : 'readWrite',
  returned: 'default',
  uniqueness: options.unique === true ? 'server' : 'none',
  ...(options.parts && { subAttributes: options.parts }),
});

const schema = (base: string, id: string, name: string, description: string, attributes: object[]): object => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:Schema'],
  id,
  name,
  description,
  attributes,
  meta: { resourceType: 'Schema', location: `${base}/Schemas/${id}` },
});

const userAttributes = [
  attribute('userName', 'How the identity provider names the person.', { required: true, unique: true }),
  attribute('externalId', 'The id of the person at the identity provider.', { unique: true }),
  attribute('displayName', 'The name of the person.'),
  attribute('name', 'The name in parts, used where there is no displayName.', {
    parts: [attribute('formatted', 'Whole.'), attribute('familyName', 'Family name.'), attribute('givenName', 'Name.')],
  }),
  attribute('active', 'False: the person has left, and is signed out everywhere.', { type: 'boolean' }),
  attribute('title', 'Job title.'),
  attribute('emails', 'E-mail addresses. That of type work counts, else the primary one, else the first.', {
    many: true,
    parts: [
      attribute('value', 'Address.'),
      attribute('type', 'work, home or other.'),
      attribute('primary', 'The one to write to.', { type: 'boolean' }),
    ],
  }),
  attribute('groups', 'The groups of the person.', {
    many: true,
    readOnly: true,
    parts: [
      attribute('value', 'Id of the group.', { readOnly: true }),
      attribute('display', 'Its name.', { readOnly: true }),
    ],
  }),
];

const enterpriseAttributes = [
  attribute('employeeNumber', 'Employee code.', { unique: true }),
  attribute('costCenter', 'Cost centre.'),
  attribute('department', 'Department.'),
  attribute('manager', 'Who decides on the requests of the person.', {
    parts: [
      attribute('value', 'Id, externalId, userName, e-mail address or employee number of the manager.'),
      attribute('$ref', 'Address of the manager.', { type: 'reference' }),
      attribute('displayName', 'Name of the manager.', { readOnly: true }),
    ],
  }),
];

const groupAttributes = [
  attribute('displayName', 'The name of the group.', { required: true, unique: true }),
  attribute('externalId', 'The id of the group at the identity provider.'),
  attribute('members', 'The people of the group.', { many: true, parts: [attribute('value', 'Id of a user.')] }),
];

/** All schemas; `base` is the address of the service. */
export const schemasAt = (base: string): (object & { id: string })[] =>
  [
    schema(base, CORE_USER, 'User', 'User Account', userAttributes),
    schema(base, ENTERPRISE, 'EnterpriseUser', 'Enterprise User', enterpriseAttributes),
    schema(base, CORE_GROUP, 'Group', 'Group', groupAttributes),
  ] as (object & { id: string })[];

export const resourceTypesAt = (base: string): (object & { id: string })[] =>
  [
    {
      name: 'User',
      endpoint: '/Users',
      schema: CORE_USER,
      schemaExtensions: [{ schema: ENTERPRISE, required: false }],
    },
    { name: 'Group', endpoint: '/Groups', schema: CORE_GROUP },
  ].map((type) => ({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
    id: type.name,
    ...type,
    meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${type.name}` },
  }));

export const configAt = (base: string): object => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
  documentationUri: `${base.slice(0, -BASE.length)}/api/docs`,
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: MAX_PAGE },
  changePassword: { supported: false },
  sort: { supported: true },
  etag: { supported: true },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Bearer token',
      description: 'A token that an organisation admin makes on the page Provisioning.',
      primary: true,
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
});
