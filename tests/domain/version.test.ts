import { describe, expect, it } from 'vitest';
import { isClientTooOld, versionDay } from '#domain/version.ts';

describe('the name of a build', () => {
  it.each([
    ['20260715-4f1c9a22b0de', '2026-07-15'],
    ['20240229-x', '2024-02-29'],
    ['20260231-x', null],
    ['4f1c9a22b0de', null],
    ['dev', null],
    ['20260715', null],
    ['', null],
    [undefined, null],
  ])('%s carries the day %s', (version, day) => {
    expect(versionDay(version)).toBe(day);
  });

  it.each([
    ['20260715-a', '20260715-b', false],
    ['20250610-a', '20260715-b', false],
    ['20250609-a', '20260715-b', true],
    ['20270101-newer', '20260715-b', false],
    ['20200101-a', 'dev', false],
    ['dev', '20260715-b', false],
  ])('WIRE-14 SW-1: a client %s beside a server %s is too old: %s', (client, server, expected) => {
    expect(isClientTooOld(client, server)).toBe(expected);
  });
});
