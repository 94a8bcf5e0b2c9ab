import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { fillIn } from './deployed.ts';
import { endProgram, freePort, otherUser, startProgram } from './programs.ts';

/** Leads the address of a database on a PostgreSQL server through PgBouncer, by the example of deploy/. */
export interface Pooler {
  through: (databaseUrl: string) => string;
  end: () => Promise<void>;
}

/** Starts PgBouncer in front of the PostgreSQL server at this address, which trusts everybody. */
export async function startPooler(server: string): Promise<Pooler> {
  const folder = mkdtempSync(join(tmpdir(), 'kharcha-pgbouncer-'));
  const user = otherUser();
  if (user) chownSync(folder, user.uid, user.gid);
  const port = await freePort();
  writeFileSync(join(folder, 'userlist.txt'), '"postgres" ""\n');
  const config = fillIn(folder, 'pgbouncer.ini', {
    'kharcha = host=10.0.0.1 port=5432': `* = host=127.0.0.1 port=${new URL(server).port}`,
    'listen_port = 6432': `listen_port = ${port}`,
    'auth_type = scram-sha-256': 'auth_type = trust',
    '/etc/pgbouncer': folder,
    'server_tls_sslmode = verify-full\nserver_tls_ca_file = /etc/ssl/kharcha/ca.pem\n': '',
  });
  const child = startProgram('pgbouncer', ['pgbouncer', config], { cwd: folder, ...user });
  const through = (databaseUrl: string): string => {
    const url = Object.assign(new URL(databaseUrl), { port: String(port) });
    url.searchParams.set('prepare', 'false');
    return url.href;
  };
  const answers = async (): Promise<boolean> => {
    const client = new pg.Client({ connectionString: through(server) });
    client.on('error', () => undefined);
    return client.connect().then(
      () => client.end().then(() => true),
      () => false,
    );
  };
  for (let tries = 0; !(await answers()); tries += 1) {
    if (tries === 200 || child.exitCode !== null) throw new Error(`PgBouncer did not start: ${folder}`);
    await wait(50);
  }
  return {
    through,
    async end() {
      await endProgram(child, 'SIGINT');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
