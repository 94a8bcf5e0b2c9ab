import { execFileSync, type ChildProcess } from 'node:child_process';
import { chownSync, copyFileSync, mkdirSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fillIn, makeCertificate } from './deployed.ts';
import { endProgram, freePort, otherUser, startProgram } from './programs.ts';

/** Three PostgreSQL under Patroni, three etcd and HAProxy in front, by the examples of deploy/. */
export interface Cluster {
  /** `postgres://…` of a superuser at the address that leads to who takes changes. */
  url: string;
  /** The same of anybody else. */
  urlOf: (user: string, password: string, database: string) => string;
  /** The name of the machine that takes changes; null while none does. */
  leader: () => Promise<string | null>;
  /** Waits for a leader and two standbys that follow it, one of them synchronously. */
  whole: () => Promise<void>;
  /** Ends Patroni and PostgreSQL of a machine as a power cut does. */
  kill: (name: string) => void;
  start: (name: string) => void;
  /** Stops all of a machine without a word to anybody, as a hypervisor does, and lets it go on. */
  pause: (name: string) => void;
  goOn: (name: string) => void;
  /** Asks Patroni for another leader. */
  switchOver: () => Promise<void>;
  end: () => Promise<void>;
}

interface Machine {
  name: string;
  folder: string;
  postgres: number;
  rest: number;
  patroni: ChildProcess | null;
}

interface Member {
  name: string;
  role: string;
  state: string;
  timeline?: number;
}

const PASSWORD = 'of-the-proof';
const NAMES = ['pg1', 'pg2', 'pg3'] as const;
/** How long a machine may take to follow again, in milliseconds: some copy all of the leader. */
const WHOLE_WITHIN = 240_000;

async function ask(port: number, path: string, init?: RequestInit): Promise<Response | null> {
  const url = `http://127.0.0.1:${port}${path}`;
  return fetch(url, { ...init, signal: AbortSignal.timeout(init ? 60_000 : 2_000) }).catch(() => null);
}

/** Processes of PostgreSQL on this data folder: the first one and its children. */
function processesOf(data: string): number[] {
  let first: number;
  try {
    first = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]);
  } catch {
    return [];
  }
  const parentOf = (pid: string): number => {
    try {
      return Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1]);
    } catch {
      return 0;
    }
  };
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  if (!pids.includes(String(first)) || !readFileSync(`/proc/${first}/cmdline`, 'utf8').includes(data)) return [];
  return [first, ...pids.filter((pid) => parentOf(pid) === first).map(Number)];
}

async function startEtcd(folder: string): Promise<{ hosts: string; children: ChildProcess[] }> {
  const members = await Promise.all(
    [1, 2, 3].map(async (n) => ({ name: `etcd${n}`, client: await freePort(), peer: await freePort() })),
  );
  const all = members.map(({ name, peer }) => `${name}=http://127.0.0.1:${peer}`).join(',');
  const children = members.map(({ name, client, peer }) => {
    const [asked, told] = [`http://127.0.0.1:${client}`, `http://127.0.0.1:${peer}`];
    const clients = ['--listen-client-urls', asked, '--advertise-client-urls', asked];
    const peers = ['--listen-peer-urls', told, '--initial-advertise-peer-urls', told, '--initial-cluster', all];
    // As patroni.yml says.
    const args = ['--enable-v2=true', '--name', name, '--data-dir', join(folder, name), ...clients, ...peers];
    return startProgram(name, ['etcd', ...args], { cwd: folder });
  });
  return { hosts: members.map(({ client }) => `127.0.0.1:${client}`).join(','), children };
}

/** Starts all of it below `folder`, and waits until it takes changes and loses none. */
export async function startCluster(folder: string): Promise<Cluster> {
  const user = otherUser();
  const certificate = makeCertificate(folder);
  const etcd = await startEtcd(folder);
  const machines: Machine[] = await Promise.all(
    NAMES.map(async (name) => ({
      name,
      folder: join(folder, name),
      postgres: await freePort(),
      rest: await freePort(),
      patroni: null,
    })),
  );
  const dataOf = (machine: Machine): string => join(machine.folder, 'data');
  const machineOf = (name: string): Machine => machines.find((machine) => machine.name === name) ?? machines[0]!;

  for (const machine of machines) {
    mkdirSync(machine.folder);
    copyFileSync(certificate, join(machine.folder, 'server.pem'));
    copyFileSync(join(folder, 'privkey.pem'), join(machine.folder, 'server.key'));
    fillIn(machine.folder, 'patroni.yml', {
      'name: pg1': `name: ${machine.name}`,
      '10.0.0.1:2379,10.0.0.2:2379,10.0.0.3:2379': etcd.hosts,
      '10.0.0.1:8008': `127.0.0.1:${machine.rest}`,
      '10.0.0.1:5432': `127.0.0.1:${machine.postgres}`,
      '10.0.0.0/24': '127.0.0.0/24',
      '/var/lib/postgresql/15/kharcha': dataOf(machine),
      '/etc/ssl/kharcha': machine.folder,
      // The folder for sockets of the machine is another user's.
      "    ssl: 'on'": `    unix_socket_directories: ${machine.folder}\n    ssl: 'on'`,
    });
    if (user)
      for (const name of ['.', 'server.pem', 'server.key']) chownSync(join(machine.folder, name), user.uid, user.gid);
    execFileSync('chmod', ['600', join(machine.folder, 'server.key')]);
  }
  const start = (machine: Machine): void => {
    const passwords = ['SUPERUSER', 'REPLICATION', 'REWIND'].map((who) => [`PATRONI_${who}_PASSWORD`, PASSWORD]);
    machine.patroni = startProgram(machine.name, ['patroni', 'patroni.yml'], {
      cwd: machine.folder,
      env: { HOME: machine.folder, LANG: 'C.UTF-8', ...(Object.fromEntries(passwords) as Record<string, string>) },
      ...user,
    });
  };
  machines.forEach(start);

  const port = await freePort();
  const pairs = machines.map(({ name, postgres, rest }, at) => [
    `${name} 10.0.0.${at + 1}:5432 check port 8008`,
    `${name} 127.0.0.1:${postgres} check port ${rest}`,
  ]);
  const addresses = Object.fromEntries(pairs) as Record<string, string>;
  const config = fillIn(folder, 'haproxy-postgresql.cfg', { ...addresses, '127.0.0.1:5432\n': `127.0.0.1:${port}\n` });
  const haproxy = startProgram('haproxy-postgresql', ['haproxy', '-db', '-f', config], { cwd: folder });

  const urlOf = (who: string, password: string, database: string): string =>
    `postgres://${who}:${password}@127.0.0.1:${port}/${database}` +
    `?sslmode=verify-full&sslrootcert=${encodeURIComponent(certificate)}`;

  const leader = async (): Promise<string | null> => {
    for (const { name, rest } of machines) if ((await ask(rest, '/primary'))?.status === 200) return name;
    return null;
  };
  const isWhole = async (): Promise<boolean> => {
    const name = await leader();
    const answer = name === null ? null : await ask(machineOf(name).rest, '/cluster');
    if (!answer) return false;
    const { members } = (await answer.json()) as { members: Member[] };
    const follow = members.filter(({ state }) => state === 'running' || state === 'streaming');
    return (
      follow.length === machines.length &&
      follow.some(({ role }) => role === 'sync_standby') &&
      new Set(follow.map(({ timeline }) => timeline)).size === 1
    );
  };
  const whole = async (): Promise<void> => {
    const until = performance.now() + WHOLE_WITHIN;
    while (!(await isWhole())) {
      if (performance.now() > until) throw new Error(`No whole cluster within ${WHOLE_WITHIN / 1000} s: ${folder}`);
      await wait(250);
    }
  };
  const signal = (machine: Machine, name: NodeJS.Signals): void => {
    machine.patroni?.kill(name);
    for (const pid of processesOf(dataOf(machine))) {
      try {
        process.kill(pid, name);
      } catch {
        // It ended with the one before.
      }
    }
  };
  const end = async (): Promise<void> => {
    await endProgram(haproxy);
    for (const machine of machines) {
      signal(machine, 'SIGCONT');
      signal(machine, 'SIGKILL');
    }
    await Promise.all(machines.map(({ patroni }) => patroni && endProgram(patroni, 'SIGKILL')));
    await Promise.all(etcd.children.map((child) => endProgram(child, 'SIGKILL')));
  };
  return {
    url: urlOf('postgres', PASSWORD, 'postgres'),
    urlOf,
    leader,
    whole,
    kill: (name) => signal(machineOf(name), 'SIGKILL'),
    start: (name) => start(machineOf(name)),
    pause: (name) => signal(machineOf(name), 'SIGSTOP'),
    goOn: (name) => signal(machineOf(name), 'SIGCONT'),
    async switchOver() {
      const from = (await leader()) ?? '';
      const headers = { 'content-type': 'application/json' };
      const body = JSON.stringify({ leader: from });
      const answer = await ask(machineOf(from).rest, '/switchover', { method: 'POST', headers, body });
      if (answer?.status !== 200) throw new Error(`No switchover: ${answer?.status} ${await answer?.text()}`);
    },
    end,
  };
}
