import { existsSync, readFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ENDPOINTS } from '#contract/endpoints.ts';
import { isAppPath } from '#server/platform/site/appPaths.ts';
import { wrongClasses } from './support/cssModules.ts';
import { lockingStatements } from './support/lockingStatements.ts';
import { holdingMigrations } from './support/migrationsInUse.ts';
import { folderOf, importsOf, ROOT, sources, withoutComments } from './support/sources.ts';

/** House rules that no compiler knows, apart from those of imports: they are in architecture.test.ts. */

const product = sources(['src', 'sw', 'server']);
const tests = sources(['tests', 'e2e']);
const inFolder = (name: string) => product.filter((file) => folderOf(file.path) === name);

describe('one place for each thing', () => {
  it('S1 what reads the bytes of a person runs in the pool: nothing else imports a reader', () => {
    const inPool = /^server\/platform\/readers\/(?!pool|tasks|watch|sheets\/(?:readSheet|readTable|packed))[\w/]+\.ts$/;
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

  it('a migration holds nobody up who uses the database meanwhile', () => {
    expect(holdingMigrations(product.filter(({ path }) => path.startsWith('server/migrations/')))).toEqual([]);
    const planted = [
      'sql`create index claims_by_x on claims (x)`',
      'sql`create unique index claims_by_x on claims using btree (x)`',
      'sql`alter table claims alter column x set not null`',
      'sql`alter table claims alter column x type bigint`',
      'sql`alter table claims add constraint y check (x > 0)`',
      'sql`update claims set x = 1`',
      'sql`update claims c set x = 1`',
      'sql`delete from claims`',
      'sql`alter table claims add column x bigserial`',
      'sql`alter table claims add column x text unique`',
      'sql`alter table claims validate constraint x`',
      'sql`lock table claims`',
      "await addIndex(db, 'claims_by_x', sql`claims (x)`)",
      "export const ahead = true;\nawait addIndex(db, 'a', sql`claims (x)`); await sql`alter table claims`.execute(db)",
    ];
    const found = (text: string): number => holdingMigrations([{ path: 'server/migrations/0080_new.ts', text }]).length;
    expect(planted.filter((text) => found(text) === 0)).toEqual([]);
    const fine = [
      'sql`create table notes (id text)`; sql`create index notes_by_id on notes (id)`',
      'sql`alter table claims add column x bigint`',
      'sql`lock table claims in share row exclusive mode`',
      'sql`alter table claims add constraint y check (x > 0) not valid`',
      "export const ahead = true as const;\nawait addIndex(db, 'claims_by_x', sql`claims (x)`)",
    ];
    expect(fine.filter((text) => found(text) > 0)).toEqual([]);
  });

  it('a test of the server that replaces a module has the modules of its thread to itself', () => {
    const config = readFileSync(join(ROOT, 'vite.config.ts'), 'utf8');
    const isolated = [...(/const ISOLATED = \[(.*?)\];/s.exec(config)?.[1] ?? '').matchAll(/'(.+?)'/g)];
    const replacing = tests.filter(
      ({ path, text }) => path.startsWith('tests/server/') && /\bvi\.(?:doMock|mock)\(/.test(text),
    );
    const shared = replacing.filter(({ path }) => !isolated.some(([, pattern]) => matchesGlob(path, pattern ?? '')));
    expect(shared.map(({ path }) => path)).toEqual([]);
    expect(replacing.length).toBeGreaterThan(1);
  });

  it('X54 what PostgreSQL undid because of another transaction is done again: no other way into one', () => {
    const begins = inFolder('server')
      .filter(({ path }) => !/^server\/platform\/(?:database|move)\//.test(path))
      .filter(({ text }) => /\.(?:transaction|startTransaction)\(\)/.test(withoutComments(text)));
    expect(begins.map(({ path }) => path)).toEqual([]);
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
});

it('a message that asks for a field is written in the contract or in the domain, not in both', () => {
  const messagesOf = (folder: string) =>
    new Set(
      inFolder(folder).flatMap(({ text }) =>
        [...withoutComments(text).matchAll(/(['"`])(Please (?:(?!\1).)*)\1/g)].map((match) => match[2] ?? ''),
      ),
    );
  const [contract, domain] = [messagesOf('contract'), messagesOf('domain')];
  expect([...contract].filter((message) => domain.has(message))).toEqual([]);
  expect(Math.min(contract.size, domain.size)).toBeGreaterThan(10);
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

describe('where the keyboard is', () => {
  const styles = sources(['src'], /\.css$/);

  it('is shown by rules of its own: in a list of selectors all speak of the focus, or none', () => {
    const mixed = styles.flatMap(({ path, text }) =>
      [...text.replaceAll(/\/\*[^]*?\*\//g, '').matchAll(/([^{}]+)\{/g)].flatMap(([, selectors = '']) => {
        const ends = selectors.split(',').map((one) => one.trim().endsWith(':focus-visible'));
        return ends.includes(true) && ends.includes(false) ? [`${path}: ${selectors.trim()}`] : [];
      }),
    );
    expect(mixed).toEqual([]);
    expect(styles.length).toBeGreaterThan(40);
  });
});

describe('classes of CSS modules', () => {
  const modules = sources(['src'], /\.module\.css$/);

  it('each class that is used exists, and each that exists is used', () => {
    expect(wrongClasses(modules, sources(['src']))).toEqual([]);
    expect(modules.length).toBeGreaterThan(40);
  });

  it('a wrong one is found', () => {
    const css = { path: 'src/a/A.module.css', text: '.here:has(.inner), .tone { gap: 0.5px } /* .gone */ .left {}' };
    const code = (text: string) => [{ path: 'src/a/b/B.tsx', text: `import css from '../A.module.css';\n${text}` }];
    const all = "css.here; css.inner;\ncss.left;\ncss[tone]; tone = 'tone';";
    expect(wrongClasses([css], code(all))).toEqual([]);
    expect(wrongClasses([css], code(`${all} css.gone`))).toEqual(['src/a/b/B.tsx uses .gone of src/a/A.module.css']);
    expect(wrongClasses([css], code(all.replace('css.left;', '// css.left')))).toEqual([
      'src/a/A.module.css defines .left, which nothing uses',
    ]);
    const door = { path: 'src/modules/a/index.ts', text: "export { default as aStyles } from './A.module.css';" };
    const user = {
      path: 'src/b/B.tsx',
      text: "import { aStyles as own, other } from '#modules/a/index.ts';\nown.lost;",
    };
    expect(wrongClasses([{ path: 'src/modules/a/A.module.css', text: '.kept {}' }], [door, user])).toEqual([
      'src/b/B.tsx uses .lost of src/modules/a/A.module.css',
      'src/modules/a/A.module.css defines .kept, which nothing uses',
    ]);
  });
});

it('no style asks what the whole page holds: each change anywhere would compute all of it again', () => {
  const asking = /(?<![\w-])(?:(?::root|html|body|#root)[^{},]*|^|[{},;]\s*|\*):has\(/m;
  const found = sources(['src'], /\.css$/).filter(({ text }) => asking.test(text.replace(/\/\*[^]*?\*\//g, '')));
  expect(found.map(({ path }) => path)).toEqual([]);
  expect(
    ['body.dark:has(a) b {}', '@media print { :has(a) {} }', 'p, :root:has(a) {}'].every((css) => asking.test(css)),
  ).toBe(true);
  expect(asking.test('.page:has(.tools) {}')).toBe(false);
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

describe('tests that draw their examples', () => {
  it('draw the same ones on every run: fast-check is configured in one place', () => {
    const others = tests
      .filter((file) => importsOf(file).includes('fast-check'))
      .map(({ path }) => path)
      .filter((path) => path !== 'tests/support/property.ts');
    expect(others).toEqual([]);
  });
});

it('every address of the app is a page of the server, and nothing else answers it with 404', () => {
  const files = sources(['src/routes'], /\.tsx$/).map(({ path }) => path.split('/').at(-1) ?? '');
  const firstParts = files
    .filter((name) => !name.startsWith('__') && name !== '_signedIn.tsx')
    .map((name) => name.replace(/^_signedIn\./, '').split('.')[0] ?? '')
    .map((part) => (part === 'index' ? '' : part.replace(/_$/, '')));
  expect(firstParts.filter((part) => !isAppPath(`/${part}`))).toEqual([]);
});
