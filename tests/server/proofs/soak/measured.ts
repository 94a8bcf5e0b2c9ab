import { appendFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { ChildProcess } from 'node:child_process';
import { quantile, type Minute } from '#tests/support/flatness.ts';
import type { Tally } from './phone.ts';

/** What Linux tells of a process, each minute. */

const SAMPLE_MS = 5_000;
/** Of the clock in which Linux counts processors' time, on all its machines. */
const TICKS_A_SECOND = 100;

/** Bytes that are the process's own, wherever they lie: neither its program's nor files that it reads. */
function memoryOf(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const kB = (name: string): number => Number(new RegExp(`^${name}:\\s*(\\d+)`, 'm').exec(status)?.[1] ?? 0);
  return (kB('RssAnon') + kB('RssShmem') + kB('VmSwap')) * 1024;
}

/** Seconds of the processors that the process used so far. */
function secondsOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // Its name, in parentheses, may have blanks.
  const fields = stat.slice(stat.lastIndexOf(') ') + 2).split(' ');
  const [user, system] = fields.slice(11, 13);
  return (Number(user) + Number(system)) / TICKS_A_SECOND;
}

/** Seconds of the processors that everything used so far, those that a host kept for others among them. */
function secondsOfAll(): number {
  const [user, nice, system, , , irq, softirq, steal] = /^cpu +(.*)/
    .exec(readFileSync('/proc/stat', 'utf8'))![1]!
    .split(' ')
    .map(Number);
  return (user! + nice! + system! + irq! + softirq! + steal!) / TICKS_A_SECOND;
}

const ownSeconds = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

export interface Measured {
  minutes: readonly Minute[];
  stop: () => void;
}

/** Measures a server from now on, and keeps each minute as a line of `file`. */
export function measure(server: ChildProcess, tally: Tally, file: string): Measured {
  const pid = server.pid!;
  const minutes: Minute[] = [];
  let samples: { memory: number; handles: number }[] = [];
  const counters = () => ({ at: performance.now(), all: secondsOfAll(), server: secondsOf(pid), own: ownSeconds() });
  let before = counters();
  writeFileSync(file, 'minute,memory MB,handles,requests,p50 ms,p99 ms,cores of the server,cores of others\n');

  const endMinute = (): void => {
    const now = counters();
    const seconds = (now.at - before.at) / 1000;
    const cores = (now.server - before.server) / seconds;
    const others = Math.max(0, (now.all - before.all - (now.own - before.own)) / seconds - cores);
    const times = tally.times.splice(0);
    const minute: Minute = {
      minute: minutes.length,
      memory: Math.min(...samples.map(({ memory }) => memory)),
      handles: Math.min(...samples.map(({ handles }) => handles)),
      requests: times.length,
      p50: quantile(times, 0.5),
      p99: quantile(times, 0.99),
      others,
    };
    minutes.push(minute);
    [samples, before] = [[], now];
    const { memory, handles, requests, p50, p99 } = minute;
    const cells = [(memory / 2 ** 20).toFixed(1), handles, requests, p50.toFixed(1), p99.toFixed(1)];
    appendFileSync(file, `${[minute.minute, ...cells, cores.toFixed(2), others.toFixed(2)].join()}\n`);
  };
  const timer = setInterval(() => {
    if (server.exitCode !== null || server.signalCode !== null) return clearInterval(timer);
    samples.push({ memory: memoryOf(pid), handles: readdirSync(`/proc/${pid}/fd`).length });
    if (performance.now() - before.at >= 60_000 - SAMPLE_MS / 2) endMinute();
  }, SAMPLE_MS);
  return { minutes, stop: () => clearInterval(timer) };
}
