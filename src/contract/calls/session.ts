import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import {
  codeLoginBody,
  codeRequestAnswer,
  codeRequestBody,
  loggedInAnswer,
  loginAnswer,
  loginBody,
} from '../session.ts';

/** Signing in and out. */

/** `leave`: where the person signs out at the provider too that the session was opened by (SES-35). */
const signedOut = z.object({ success: z.literal(true), leave: z.optional(z.string()) });

export const googleLogin = endpoint({
  name: 'googleLogin',
  method: 'POST',
  base: 'auth',
  path: '/api/v1/account/googlelogin/v2',
  access: 'public',
  bodyType: 'octet',
  headers: ['nonceVerifier', 'deviceId'],
  offline: 'online',
  invalidates: [],
  summary: 'Signs in with a verified Google ID token and opens a session.',
  body: loginBody,
  answer: loginAnswer,
});
export const sendSignInCode = endpoint({
  name: 'sendSignInCode',
  method: 'POST',
  base: 'auth',
  path: '/api/v1/account/code',
  access: 'public',
  offline: 'online',
  invalidates: [],
  summary:
    'Mails a sign-in code to a person of the directory. Answers the same for every address. Only where ' +
    'mail is configured.',
  body: codeRequestBody,
  answer: codeRequestAnswer,
});
export const codeLogin = endpoint({
  name: 'codeLogin',
  method: 'POST',
  base: 'auth',
  path: '/api/v1/account/codelogin',
  access: 'public',
  offline: 'online',
  invalidates: [],
  summary: 'Signs in with a code that came by mail and opens a session.',
  body: codeLoginBody,
  answer: loginAnswer,
});
export const getLoggedInDetails = endpoint({
  name: 'getLoggedInDetails',
  method: 'GET',
  base: 'auth',
  path: '/api/v2/getLoggedInDetails',
  access: 'session',
  offline: 'read',
  invalidates: [],
  summary: 'Who the session belongs to.',
  answer: loggedInAnswer,
});
export const logout = endpoint({
  name: 'logout',
  method: 'POST',
  base: 'auth',
  path: '/api/v2/logout',
  access: 'public',
  offline: 'online',
  invalidates: [],
  summary: 'Ends the session of the token, if there is one.',
  answer: signedOut,
});
