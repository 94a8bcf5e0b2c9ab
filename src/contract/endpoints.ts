import * as z from 'zod/mini';
import { bulkDecision, bulkResult, managerDecision } from './decision.ts';
import { endpoint, type Endpoint } from './endpoint.ts';
import { localExpense, localExpenseBody } from './expense.ts';
import { uploadAnswer } from './file.ts';
import { config, demoAccount, loggedInAnswer, loginAnswer, loginBody } from './session.ts';
import { dataAnswer, resultsPage } from './paging.ts';
import { person, roleFlags } from './user.ts';

/** Every call of the product, one entry each. The server registers its routes from these, the client calls through them, the documentation is made of them. */

const LOCAL = { primaryExpenseType: '0' } as const;
const done = z.object({ success: z.literal(true) });

export const getConfig = endpoint({
  name: 'getConfig', method: 'GET', path: '/config.json', access: 'public', offline: 'read', invalidates: [],
  summary: 'What a client needs before anybody has signed in.', answer: config,
});
export const demoAccounts = endpoint({
  name: 'demoAccounts', method: 'GET', path: '/demo/accounts', access: 'public', offline: 'read', invalidates: [],
  summary: 'The people of the demo organisation who can sign in. Only while DEMO is on.', answer: dataAnswer(z.array(demoAccount)),
});
export const demoCredential = endpoint({
  name: 'demoCredential', method: 'POST', path: '/demo/credential', access: 'public', offline: 'online', invalidates: [],
  summary: 'An ID token for a demo account, like the one Google would send.',
  body: z.object({ email: z.string() }), answer: dataAnswer(z.object({ credential: z.string() })),
});

export const googleLogin = endpoint({
  name: 'googleLogin', method: 'POST', path: '/api/v1/account/googlelogin/v2', access: 'public', bodyType: 'octet', offline: 'online', invalidates: [],
  summary: 'Signs in with a verified Google ID token and opens a session.', body: loginBody, answer: loginAnswer,
});
export const getLoggedInDetails = endpoint({
  name: 'getLoggedInDetails', method: 'GET', path: '/api/v2/getLoggedInDetails', access: 'session', offline: 'read', invalidates: [],
  summary: 'Who the session belongs to.', answer: loggedInAnswer,
});
export const logout = endpoint({
  name: 'logout', method: 'POST', path: '/api/v2/logout', access: 'public', offline: 'online', invalidates: [],
  summary: 'Ends the session of the token, if there is one.', answer: done,
});

export const userRole = endpoint({
  name: 'userRole', method: 'GET', path: '/api/v1/user/role', params: ['email'], access: 'session', offline: 'read', invalidates: [],
  summary: 'The role flags of the signed-in person.', answer: dataAnswer(roleFlags),
});
export const exceptionalExpenseDate = endpoint({
  name: 'exceptionalExpenseDate', method: 'GET', path: '/api/v1/user/getExceptionalExpenseDate', params: ['email'], access: 'session', offline: 'read', invalidates: [],
  summary: 'The date back to which this person may claim beyond the 90 days, or null.', answer: dataAnswer(z.nullable(z.int())),
});
const lookUp = { method: 'GET', params: ['query'], required: ['query'], access: 'session', offline: 'read', invalidates: [], answer: dataAnswer(z.array(person)) } as const;
export const usersByName = endpoint({ ...lookUp, name: 'usersByName', path: '/api/v1/user/search/users/name', summary: 'People whose name contains the text.' });
export const usersByEmail = endpoint({ ...lookUp, name: 'usersByEmail', path: '/api/v1/user/search/users/email', summary: 'People whose e-mail contains the text.' });
export const usersByCode = endpoint({ ...lookUp, name: 'usersByCode', path: '/api/v1/user/search/users/empCode', summary: 'People whose employee code contains the text.' });

export const uploadFile = endpoint({
  name: 'uploadFile', method: 'POST', path: '/api/v1/Common/upload-pdf', access: 'session', bodyType: 'file', offline: 'queue', invalidates: [],
  summary: 'Stores one bill or ticket; its fingerPrint is the SHA-256 of its bytes.', answer: uploadAnswer,
});
/** Answers bytes, not JSON: `answer` describes nothing that is parsed. */
export const getDocument = endpoint({
  name: 'getDocument', method: 'GET', path: '/api/v1/Common/document/:fingerPrint', access: 'session', offline: 'read', invalidates: [],
  summary: 'The bytes of a bill or ticket, to whoever may see a record that carries it.', answer: z.unknown(),
});

export const searchLocalExpenses = endpoint({
  name: 'searchLocalExpenses', method: 'GET', path: '/api/v1/allExpense/search', fixed: LOCAL, list: true, access: 'session', offline: 'read', invalidates: [],
  summary: 'Local expenses: own (USER_EMAIL), of a manager’s queue (MANAGER_EMAIL), or for finance.', answer: resultsPage(localExpense),
});
export const createLocalExpense = endpoint({
  name: 'createLocalExpense', method: 'POST', path: '/api/v1/allExpense/create', fixed: LOCAL, params: ['email'], access: 'session', offline: 'queue',
  summary: 'Files a local expense with its bills.', body: localExpenseBody, answer: dataAnswer(localExpense), invalidates: ['searchLocalExpenses'],
});
export const updateLocalExpense = endpoint({
  name: 'updateLocalExpense', method: 'PUT', path: '/api/v1/allExpense/update', fixed: LOCAL, params: ['id'], required: ['id'], access: 'session', offline: 'queue',
  summary: 'Changes a local expense while its manager has not decided.', body: localExpenseBody, answer: dataAnswer(localExpense), invalidates: ['searchLocalExpenses'],
});

const decide = {
  method: 'POST', fixed: LOCAL, params: ['email', 'id'], required: ['id'], access: 'session', offline: 'queue',
  body: managerDecision, answer: dataAnswer(localExpense), invalidates: ['searchLocalExpenses'],
} as const;
export const managerApproveLocal = endpoint({ ...decide, name: 'managerApproveLocal', path: '/api/v1/allExpense/manager-approve', summary: 'The manager approves a local expense.' });
export const managerRejectLocal = endpoint({ ...decide, name: 'managerRejectLocal', path: '/api/v1/allExpense/manager-reject', summary: 'The manager rejects a local expense.' });
export const bulkManagerLocal = endpoint({
  name: 'bulkManagerLocal', method: 'POST', path: '/api/v1/allExpense/bulk-manager-approve', fixed: LOCAL, access: 'session', offline: 'queue',
  summary: 'The manager approves or rejects many; each is decided by itself.', body: bulkDecision, answer: dataAnswer(bulkResult), invalidates: ['searchLocalExpenses'],
});

export const ENDPOINTS = {
  getConfig, demoAccounts, demoCredential, googleLogin, getLoggedInDetails, logout, userRole, exceptionalExpenseDate, usersByName, usersByEmail, usersByCode,
  uploadFile, getDocument, searchLocalExpenses, createLocalExpense, updateLocalExpense, managerApproveLocal, managerRejectLocal, bulkManagerLocal,
} as const satisfies Record<string, Endpoint>;
export type EndpointName = keyof typeof ENDPOINTS;
