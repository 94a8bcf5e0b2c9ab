import { describe, expect, it } from 'vitest';
import { isEngine, isRareScreen, opensTheApp } from '#sw/addresses.ts';
import { deskScreensOf, filesToInstall } from '#sw/files.ts';

describe('SW-2: which addresses open the kept app', () => {
  it('opens it for every page, deep ones and unknown ones too', () => {
    for (const path of [
      '/',
      '/home',
      '/raise-local/expense',
      '/raise-local/EXP01J',
      '/approve-local',
      '/outbox',
      '/no/such/page',
      '/apiary',
      '/demonstration',
    ]) {
      expect(opensTheApp(path), path).toBe(true);
    }
  });

  it('SW-3: leaves to the network what the server answers, and files', () => {
    for (const path of [
      '/api',
      '/api/docs',
      '/api/v1/allExpense/search',
      '/demo/accounts',
      '/config.json',
      '/healthz',
      '/readyz',
      '/metrics',
      '/share-target',
      '/manifest.webmanifest',
      '/assets/index-a1.js',
      '/sw.js',
    ]) {
      expect(opensTheApp(path), path).toBe(false);
    }
  });
});

describe('SW-3: what the worker keeps besides the build', () => {
  it('keeps the PDF engine, and no document or answer', () => {
    expect(isEngine('/assets/pdf-Bx12_a.js')).toBe(true);
    expect(isEngine('/assets/pdf.worker-Bx12.mjs')).toBe(true);
    for (const path of [
      '/api/v1/Common/document/pdf',
      '/api/v1/allExpense/search',
      '/assets/index-x.js',
      '/pdf.js',
      '/assets/../api/pdf.js',
    ]) {
      expect(isEngine(path), path).toBe(false);
      expect(isRareScreen(path), path).toBe(false);
    }
  });

  it('knows the screens of campaigns and of Tally, which it keeps for who works there', () => {
    const files = [
      'assets/campaigns-Bx12_a.js',
      'assets/campaigns-Bx12_a.css',
      'assets/companyPolicy-x.js',
      'assets/tally-Bx12_a.js',
      'assets/tallyWords-Bx12_a.js',
    ].map((url) => ({ url, revision: null }));
    expect(deskScreensOf(files)('campaigns')).toEqual(['/assets/campaigns-Bx12_a.js', '/assets/campaigns-Bx12_a.css']);
    expect(deskScreensOf(files)('tally')).toEqual(['/assets/tally-Bx12_a.js', '/assets/tallyWords-Bx12_a.js']);
  });

  it('does not install the screens of a few', () => {
    const files = ['/assets/companyPolicy-Bx12_a.js', '/assets/companyPolicy-Bx12_a.css', '/assets/list-x.js'];
    expect(files.map(isRareScreen)).toEqual([true, true, false]);
    const kept = filesToInstall(
      files.map((url) => ({ url, revision: null })),
      true,
    );
    expect(kept.map(({ url }) => url)).toEqual(['/assets/list-x.js']);
  });
});
