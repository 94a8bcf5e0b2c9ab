import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as enums from '#contract/enums.ts';
import {
  folderOf,
  importsOf,
  places,
  ROOT,
  sources,
  staticImportsOf,
  withoutComments,
  type Source,
} from './support/sources.ts';
import { CLIENT_MODULES, forbiddenByLint, MODULES, PLATFORM, ZONES, zonesIn } from './support/zones.ts';

/** House rules that no compiler knows. A rule that a folder breaks is named with file and line. */

/** Packages of folders that must run anywhere. */
const PACKAGES: Record<string, RegExp> = {
  contract: /^zod\/mini$/,
  domain: /^(?:zod\/mini|dayjs(?:\/.*)?|jose)$/,
  storage: /^(?:zod\/mini|idb)$/,
  outbox: /^(?:zod\/mini|idb|tus-js-client(?:\/lib\/upload\.js)?)$/,
};

const product = sources(['src', 'sw', 'server']);
const client = sources(['src', 'sw']);
const inFolder = (name: string) => product.filter((file) => folderOf(file.path) === name);

describe('the zones of docs/architecture.md', () => {
  it('are those of the repository', () => {
    expect(Object.keys(ZONES).toSorted()).toEqual(
      [...new Set(product.flatMap(({ path }) => folderOf(path) ?? []))].toSorted(),
    );
  });

  it('are read from the picture with all that is reached through others', () => {
    const page = '<!-- zones: -->\n```mermaid\nflowchart BT\n  b --> a\n  c --> b\n```';
    expect(zonesIn(page)).toEqual({ a: [], b: ['a'], c: ['b', 'a'] });
  });

  it.each(Object.entries(ZONES))('lint forbids %s all others', (name, allowed) => {
    const others = Object.keys(ZONES)
      .filter((zone) => zone !== name && !allowed.includes(zone))
      .toSorted();
    expect(forbiddenByLint(name)).toEqual(others);
  });

  it.each(Object.entries(ZONES))('%s imports only what its arrows lead to', (name, allowed) => {
    const wrong = inFolder(name).flatMap((file) =>
      importsOf(file).flatMap((target) => {
        const folder = /^(?:src|server|sw|tests|e2e|scripts)\//.test(target) ? folderOf(target) : null;
        return folder !== null && folder !== name && !allowed.includes(folder)
          ? [`${file.path} imports ${target}`]
          : [];
      }),
    );
    expect(wrong).toEqual([]);
  });

  it('what sends knows the calls by name: the worker carries no shapes of other screens', () => {
    const wrong = ['outbox', 'storage', 'sw'].flatMap((name) =>
      inFolder(name).flatMap(({ path, text }) =>
        [
          ...text.matchAll(
            /^import (?!type\b).*'#contract\/((?:endpoints|calls\/(?!files\.|users\.|together\.))[\w./]*)'/gm,
          ),
        ].map((match) => `${path} imports ${match[1] ?? ''}`),
      ),
    );
    expect(wrong).toEqual([]);
  });

  it.each(Object.entries(PACKAGES))('%s brings in no package but its own few', (name, allowed) => {
    const wrong = inFolder(name).flatMap((file) =>
      importsOf(file)
        .filter((target) => !/^(?:src|server|sw)\//.test(target) && !allowed.test(target))
        .map((target) => `${file.path} imports ${target}`),
    );
    expect(wrong).toEqual([]);
  });

  it('zod comes in one style everywhere', () => {
    const wrong = product.flatMap((file) =>
      importsOf(file)
        .filter((target) => /^zod(?!\/mini$)/.test(target))
        .map(() => file.path),
    );
    expect(wrong).toEqual([]);
  });
});

describe('the client, by modules with doors', () => {
  const moduleOf = (path: string) => /^src\/modules\/(\w+)\//.exec(path)?.[1];
  const wrongImports = (read: typeof importsOf, judge: (from: Source, to: string, target: string) => boolean) =>
    client.flatMap((file) =>
      read(file).flatMap((target) => {
        const to = moduleOf(target);
        return to !== undefined && to !== moduleOf(file.path) && judge(file, to, target)
          ? [`${file.path} imports ${target}`]
          : [];
      }),
    );

  it('the table names each folder', () => {
    expect(CLIENT_MODULES.toSorted()).toEqual(readdirSync(join(ROOT, 'src/modules')).toSorted());
  });

  it('a module imports only those above it in the table', () => {
    const rank = (name: string) => CLIENT_MODULES.indexOf(name);
    expect(
      wrongImports(importsOf, (file, to) => {
        const from = moduleOf(file.path);
        return from !== undefined && rank(from) <= rank(to);
      }),
    ).toEqual([]);
  });

  it('a module is imported by its index.ts, its screens by routes, and what is loaded later by its file', () => {
    expect(
      wrongImports(
        staticImportsOf,
        ({ path }, to, target) =>
          target !== `src/modules/${to}/index.ts` &&
          !(path.startsWith('src/routes/') && target.startsWith(`src/modules/${to}/screens/`)),
      ),
    ).toEqual([]);
  });

  it('an index.ts only re-exports: the bundler takes it for free of side effects', () => {
    const wrong = client
      .filter(({ path }) => /^src\/modules\/\w+\/index\.ts$/.test(path))
      .filter(
        ({ text }) =>
          withoutComments(text)
            .replace(/export (?:type )?\{[^}]*\} from '\.[^']*';/g, '')
            .trim() !== '',
      );
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });
});

describe('the server, by modules with doors', () => {
  const server = sources(['server']);
  const folder = (path: string) => /^server\/(platform|modules)\/(\w+)\//.exec(path)?.slice(1) ?? [];
  /** Imports that `judge` finds wrong: told the two files by main folder, name and path. */
  const wrongImports = (judge: (from: string[], to: string[], target: string) => boolean) =>
    server.flatMap((file) =>
      importsOf(file)
        .filter((target) => target.startsWith('server/') && judge(folder(file.path), folder(target), target))
        .map((target) => `${file.path} imports ${target}`),
    );

  it.each([
    ['platform', PLATFORM],
    ['modules', MODULES],
  ])('the table of %s names each folder', (name, order) => {
    expect(order.toSorted()).toEqual(readdirSync(join(ROOT, 'server', name)).toSorted());
  });

  it('each folder imports only what stands above it in the tables', () => {
    const rank = ([kind = '', name = '']: string[]) =>
      kind === 'platform' ? PLATFORM.indexOf(name) : PLATFORM.length + MODULES.indexOf(name);
    expect(
      wrongImports((from, to) => from.length > 0 && to.length > 0 && from[1] !== to[1] && rank(from) <= rank(to)),
    ).toEqual([]);
  });

  it('a module is imported by its index.ts alone', () => {
    expect(
      wrongImports(
        (from, [kind, name], target) =>
          kind === 'modules' && (from[0] !== kind || from[1] !== name) && !target.endsWith(`/${name}/index.ts`),
      ),
    ).toEqual([]);
  });

  it('SQL stands in repositories alone', () => {
    const statement = /\.(?:selectFrom|insertInto|updateTable|deleteFrom)\(|(?<!\w)sql(?:<.*>)?`/;
    const apart = /^server\/(?:migrations|demo|platform\/database)\/|\/repository(?:\.ts$|\/)/;
    expect(
      places(
        server.filter(({ path }) => !apart.test(path)),
        statement,
      ),
    ).toEqual([]);
  });

  it('the protocol of uploads in parts, and all of fetch with it, is read when its first request comes', () => {
    const statically = /^import (?!type\b)[^;]*? from '[^']*(?:@tus\/|(?<!repository)\/(?:tus|parts)\.ts')/m;
    const others = server.filter(({ path }) => !/\/uploads\/(?:tus|parts)\.ts$/.test(path));
    expect(places(others, statically)).toEqual([]);
  });

  it('platform and modules import neither main nor the demo', () => {
    expect(wrongImports((from, _to, target) => from.length > 0 && /^server\/(?:main|demo)\//.test(target))).toEqual([]);
  });
});

describe('one place for each thing', () => {
  it('fetch( is called by the page’s transport, the doors of the outbox, and for the app’s own files only', () => {
    const allowed = new RegExp(
      String.raw`^src/(?:start/(?:main|page)|app/renewFile|data/(?:http|runtime)|outbox/(?:send|env)|` +
        String.raw`files/(?:heicDecoder|reading/engineFiles))\.ts$`,
    );
    expect(
      places(
        client.filter((file) => !allowed.test(file.path)),
        /(?<![\w.])(?:globalThis\.|window\.|self\.)?fetch\(/,
      ),
    ).toEqual([]);
  });

  it('no status is spelled outside contract and domain', () => {
    const statuses = new Set([...enums.MANAGER_STATUSES, ...enums.ADMIN_STATUSES, ...enums.FINANCE_STATUSES]);
    const pattern = new RegExp(`['"\`](?:${[...statuses].join('|')})['"\`]`);
    // The server's tables, seeds and queries store the words themselves; the people's side never may.
    expect(
      places(
        client.filter((file) => !/^src\/(?:contract|domain)\//.test(file.path)),
        pattern,
      ),
    ).toEqual([]);
  });

  it('the clock and chance are arguments in domain and outbox', () => {
    // outbox/env.ts is where page and worker take the real ones from.
    expect(
      places(
        [...inFolder('domain'), ...inFolder('outbox')].filter(({ path }) => path !== 'src/outbox/env.ts'),
        /\bDate\.now\b|\bMath\.random\b|\bnew Date\(\s*\)/,
      ),
    ).toEqual([]);
  });

  it('contract, domain, storage and outbox know no page', () => {
    const files = ['contract', 'domain', 'storage', 'outbox'].flatMap(inFolder);
    expect(places(files, /(?<![\w.'"`#/-])(?:window|document|localStorage|sessionStorage)\s*[.[]/)).toEqual([]);
  });

  it('no file of the product is longer than 300 lines', () => {
    const read = [...product, ...sources(['src', 'public'], /\.css$/)];
    expect(read.filter((file) => file.text.split('\n').length > 301).map((file) => file.path)).toEqual([]);
  });

  it('no test, script or benchmark is longer than 300 lines', () => {
    const read = sources(['scripts', 'tests', 'e2e', 'bench'], /\.(?:ts|tsx|mjs)$/);
    expect(read.filter((file) => file.text.split('\n').length > 301).map((file) => file.path)).toEqual([]);
  });

  it('no line is longer than 120 characters', () => {
    const read = sources(['src', 'sw', 'server', 'scripts', 'tests', 'e2e', 'bench'], /\.(?:ts|tsx|mjs)$/);
    const long = read
      // The SQL of a migration stays as it was applied.
      .filter(({ path }) => !path.startsWith('server/migrations/'))
      .flatMap(({ path, text }) =>
        text.split('\n').flatMap((line, index) => ([...line].length > 120 ? [`${path}:${index + 1}`] : [])),
      );
    expect(long).toEqual([]);
  });

  it('what follows a change of state follows its drawing (useEffect): the next frame may come before it', () => {
    const asks = sources(['src/modules', 'src/list', 'src/form'], /\.tsx?$/).filter(({ text }) =>
      text.includes('requestAnimationFrame'),
    );
    expect(asks.map(({ path }) => path)).toEqual([]);
  });

  it('one component a file: a .tsx file is named like what it exports', () => {
    const wrong = sources(['src'], /\.tsx$/)
      .filter((file) => !file.path.startsWith('src/routes/'))
      .filter((file) => {
        const name =
          file.path
            .split('/')
            .at(-1)
            ?.replace(/\.tsx$/, '') ?? '';
        return (
          name !== 'main' &&
          /^[A-Z]/.test(name) &&
          !new RegExp(
            `export (?:default )?(?:async )?(?:function|const|class|type|interface) \\w*${name}\\w*\\b` +
              `|export \\{[^}]*\\b${name}\\b`,
          ).test(file.text)
        );
      });
    expect(wrong.map((file) => file.path)).toEqual([]);
  });

  it('the worker’s wiring stays under 70 lines and never skips waiting by itself (SW-1)', () => {
    const wiring = sources(['sw']).find((file) => file.path === 'sw/sw.ts');
    expect(wiring?.text.split('\n').length ?? 0).toBeLessThan(70);
    expect(places(sources(['sw']), /^(?!.*takeOver: \(\) =>).*\bskipWaiting\(/)).toEqual([]);
  });
});
