import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import {
  installationCheck,
  organisationBody,
  organisationState,
  setupBody,
  signInByLinkBody,
} from '../organisation.ts';
import { dataAnswer } from '../paging.ts';
import { loginAnswer } from '../session.ts';

/** The organisation itself: set up once, named by its admins. */

export const setUp = endpoint({
  name: 'setUp',
  method: 'POST',
  path: '/api/v1/setup',
  access: 'public',
  headers: ['deviceId'],
  offline: 'online',
  invalidates: [],
  summary: 'Makes the first organisation admin by the link that the server printed, and signs them in.',
  body: setupBody,
  answer: loginAnswer,
});
export const signInByLink = endpoint({
  name: 'signInByLink',
  method: 'POST',
  path: '/api/v1/sign-in-link',
  access: 'public',
  headers: ['deviceId'],
  offline: 'online',
  invalidates: [],
  summary: "Signs an organisation admin in by a link that the server's operator made.",
  body: signInByLinkBody,
  answer: loginAnswer,
});
export const getOrganisation = endpoint({
  name: 'getOrganisation',
  method: 'GET',
  path: '/api/v1/organisation',
  access: 'session',
  offline: 'read',
  invalidates: [],
  summary: 'What the organisation is called, and how far it is set up.',
  answer: dataAnswer(organisationState),
});
export const renameOrganisation = endpoint({
  name: 'renameOrganisation',
  recentSignIn: true,
  method: 'PUT',
  path: '/api/v1/organisation',
  access: 'session',
  offline: 'online',
  invalidates: ['getOrganisation'],
  summary: 'Gives the organisation another name.',
  body: organisationBody,
  answer: dataAnswer(organisationState),
});
export const checkInstallation = endpoint({
  name: 'checkInstallation',
  recentSignIn: false,
  method: 'POST',
  path: '/api/v1/organisation/checks',
  access: 'session',
  offline: 'online',
  // A backup of a large database takes its time.
  timeout: 180_000,
  invalidates: [],
  summary:
    'Tries out mail (one is sent to who asks), file store, backup and public address, and says of each what is wrong.',
  answer: dataAnswer(z.array(installationCheck).check(z.maxLength(4))),
});
