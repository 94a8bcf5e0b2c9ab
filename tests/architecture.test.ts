import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ENDPOINTS } from '#contract/endpoints.ts';
import * as enums from '#contract/enums.ts';
import { lockingStatements } from './support/lockingStatements.ts';
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
  domain: /^(?:zod\/mini|dayjs(?:\/.*)?)$/,
  storage: /^(?:zod\/mini|idb)$/,
  outbox: /^(?:zod\/mini|idb|tus-js-client(?:\/lib\/upload\.js)?)$/,
};

const product = sources(['src', 'sw', 'server']);
const client = sources(['src', 'sw']);
const tests = sources(['tests', 'e2e']);
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
        [...text.matchAll(/^import (?!type\b).*'#contract\/((?:endpoints|calls\/(?!files\.|users\.))[\w./]*)'/gm)].map(
          (match) => `${path} imports ${match[1] ?? ''}`,
        ),
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

  it('platform and modules import neither main nor the demo', () => {
    expect(wrongImports((from, _to, target) => from.length > 0 && /^server\/(?:main|demo)\//.test(target))).toEqual([]);
  });
});

describe('one place for each thing', () => {
  it('fetch( is called by the page’s transport and by the doors of the outbox only', () => {
    const allowed = /^src\/(?:data\/(?:http|boot\w*|runtime)|outbox\/(?:send|env))\.ts$/;
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

  it('S1 what reads the bytes of a person runs in the pool: nothing else imports a reader', () => {
    const inPool = /^server\/platform\/readers\/(?!pool|tasks|sheets\/(?:readSheet|packed))[\w/]+\.ts$/;
    const reader = new RegExp(`${inPool.source}|${/^src\/domain\/\w+Position\.ts$/.source}`);
    const wrong = inFolder('server')
      .filter(({ path }) => !reader.test(path))
      .flatMap((file) =>
        importsOf(file)
          .filter((target) => reader.test(target))
          .map((target) => `${file.path} imports ${target}`),
      );
    expect(wrong).toEqual([]);
    // The packages that do the reading; the demo and reports write with some of them, and an import from the command
    // line has a process to itself.
    const packages = /^(?:sharp|hucre(?:\/.*)?|saxes|fflate|csv-parse|libheif-js(?:\/.*)?|pdfjs-dist(?:\/.*)?)$/;
    const elsewhere = inFolder('server')
      .filter(
        ({ path }) =>
          !reader.test(path) && !/^server\/(?:demo|modules\/campaigns\/import|platform\/tables)\//.test(path),
      )
      .flatMap((file) =>
        importsOf(file)
          .filter((target) => packages.test(target))
          .map((target) => `${file.path} imports ${target}`),
      );
    expect(elsewhere).toEqual([]);
  });

  it('S19 a statement that locks rows reads one table: subselects and joins see it before the wait', () => {
    const { statements, wrong } = lockingStatements(inFolder('server'));
    expect(wrong).toEqual([]);
    expect(statements).toBeGreaterThan(10);
    const planted = [
      'sql`select c.*, (select 1 from b) from claims c for update`',
      'sql`select c.* from claims c join people p on true for update of c`',
      'sql`select ${columns} from claims c order by c.id for share`',
      'sql`for update of t`',
      'orphans(tx).where(x).forUpdate()',
      "tx.selectFrom('claims').innerJoin('people', 'a', 'b').select('id').forShare()",
      "tx.selectFrom('files').where(({ exists, selectFrom }) => exists(selectFrom('b'))).forUpdate()",
    ];
    expect(planted.filter((text) => lockingStatements([{ path: 'planted.ts', text }]).wrong.length === 0)).toEqual([]);
  });

  it('no file of the product is longer than 300 lines', () => {
    expect(product.filter((file) => file.text.split('\n').length > 301).map((file) => file.path)).toEqual([]);
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

describe('nothing promised is missing', () => {
  const serverCode = sources(['server'])
    .map((file) => withoutComments(file.text))
    .join('\n');
  const testCode = tests.map((file) => file.text).join('\n');
  const serverIsThere = existsSync(join(ROOT, 'server/main/app.ts'));

  it.runIf(serverIsThere).each(Object.values(ENDPOINTS))(
    '$name has a route on the server and a test',
    ({ name, path }) => {
      expect(serverCode, 'route').toMatch(new RegExp(`\\b${name}\\b`));
      const fixedPart = path.split('/:')[0] ?? path;
      expect(testCode.includes(fixedPart) || new RegExp(`\\b${name}\\b`).test(testCode), 'test').toBe(true);
    },
  );

  it('every Mantine component in use has its styles listed', () => {
    const lists = sources(['src'], /\.(?:css|ts|tsx)$/)
      .map((file) => file.text)
      .join('\n');
    if (/@mantine\/core\/styles(?:\.layer)?\.css/.test(lists)) return;
    const listed = new Set(
      [...lists.matchAll(/@mantine\/core\/styles\/([A-Za-z]+)(?:\.layer)?\.css/g)].map((match) => match[1]),
    );
    const used = new Set(
      sources(['src']).flatMap((file) =>
        [...file.text.matchAll(/import\s*\{([^}]*)\}\s*from '@mantine\/core'/g)].flatMap((match) =>
          (match[1] ?? '')
            .split(',')
            .map((name) => name.trim().split(' as ')[0] ?? '')
            .filter((name) => /^[A-Z]/.test(name)),
        ),
      ),
    );
    const styled = [...used].filter((name) =>
      existsSync(join(ROOT, 'node_modules/@mantine/core/styles', `${name}.css`)),
    );
    expect(styled.filter((name) => !listed.has(name))).toEqual([]);
  });
});

describe('the project stands on its own', () => {
  it('names no folder of one particular machine', () => {
    const own = [
      ...product,
      ...tests,
      ...sources(['scripts', 'bench', 'docs', 'src', 'server'], /\.(?:mjs|md|html|css)$/),
    ];
    const wrong = own.flatMap(({ path, text }) =>
      text
        .split('\n')
        .flatMap((line, index) =>
          /(?<![\w.)}])\/(?:home|Users|work|root)\/(?:\w+\/)/.test(line) ? [`${path}:${index + 1}`] : [],
        ),
    );
    expect(wrong).toEqual([]);
  });
});

it('P21 TM-3: nothing but the clock’s own module takes a day from the phone’s clock', () => {
  const wrong = sources(['src']).filter(
    ({ path, text }) =>
      !/src\/data\/clock(Notice)?\.ts$/.test(path) &&
      /\b(?:dayOf|toDay)\(\s*(?:Date\.now\(|new Date\(\)|\+new Date)/.test(withoutComments(text)),
  );
  expect(wrong.map(({ path }) => path)).toEqual([]);
});
