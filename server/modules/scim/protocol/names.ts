/** Names of SCIM (RFC 7643, RFC 7644). */

export const BASE = '/scim/v2';
export const MEDIA_TYPE = 'application/scim+json';

export const CORE_USER = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const CORE_GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group';
export const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';

const MESSAGES = 'urn:ietf:params:scim:api:messages:2.0';
export const ERROR = `${MESSAGES}:Error`;
export const LIST_RESPONSE = `${MESSAGES}:ListResponse`;

/** Bounds of what a client may ask (SCIM-3, SCIM-5). */
export const MAX_PAGE = 200;
export const MAX_FILTER = 2_000;
export const MAX_FILTER_TERMS = 50;
export const MAX_PATH = 500;
/** Of a PATCH of a user, and of a group. */
export const MAX_USER_OPERATIONS = 100;
export const MAX_GROUP_OPERATIONS = 1_000;
export const MAX_USER_BYTES = 65_536;
/** Values of one attribute of a user, such as addresses, and names in one value. */
export const MAX_VALUES = 50;
export const MAX_NAMES = 100;
/** People whom one group may have. */
export const MAX_MEMBERS = 50_000;
/** Characters that are kept of a user as it was sent. */
export const MAX_ATTRIBUTES = 32_000;
