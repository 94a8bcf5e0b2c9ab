import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './sources.ts';

/** The examples of deploy/, filled in for ports and folders of this machine. */

/** A copy of a file of deploy/ in `folder`, with each text of `changes` replaced; throws where one does not occur. */
export function fillIn(folder: string, name: string, changes: Readonly<Record<string, string>>, as = name): string {
  let text = readFileSync(join(ROOT, 'deploy', name), 'utf8');
  for (const [from, to] of Object.entries(changes)) {
    if (!text.includes(from)) throw new Error(`deploy/${name} has no '${from}'`);
    text = text.replaceAll(from, to);
  }
  const target = join(folder, as);
  writeFileSync(target, text);
  return target;
}

/** A certificate of its own, under the names that the examples ask for; its own authority too. */
export function makeCertificate(folder: string): string {
  const [key, certificate] = [join(folder, 'privkey.pem'), join(folder, 'fullchain.pem')];
  const subject = ['-subj', '/CN=claims.example.com', '-addext', 'subjectAltName=DNS:claims.example.com,IP:127.0.0.1'];
  const made = ['-days', '2', '-nodes', '-newkey', 'rsa:2048', '-keyout', key, '-out', certificate];
  execFileSync('openssl', ['req', '-x509', ...subject, ...made], { stdio: 'ignore' });
  writeFileSync(join(folder, 'fullchain-and-key.pem'), readFileSync(certificate, 'utf8') + readFileSync(key, 'utf8'));
  return certificate;
}

const SERVER = 'server 127.0.0.1:3000 fail_timeout=2s;';

/** The site of nginx.conf within what nginx needs around it; makes its certificate. `balance`: a line of `upstream`. */
export function nginxConfig(folder: string, { http, https, servers = [3000], balance = '' }: NginxOptions): string {
  makeCertificate(folder);
  const site = fillIn(folder, 'nginx.conf', {
    '/etc/ssl/kharcha': folder,
    'listen 80;': `listen 127.0.0.1:${http};`,
    '    listen [::]:80;\n': '',
    'listen 443 ': `listen 127.0.0.1:${https} `,
    '    listen [::]:443 ssl http2;\n': '',
    [`    ${SERVER}`]: [balance, ...servers.map((port) => SERVER.replace('3000', String(port)))].join('\n    '),
  });
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder};`);
  const whole = join(folder, 'whole.conf');
  writeFileSync(
    whole,
    `pid ${folder}/pid;\nerror_log ${folder}/nginx.log;\nevents {}\n` +
      `http { access_log off; ${temporary.join(' ')} include ${site}; }\n`,
  );
  return whole;
}

interface NginxOptions {
  http: number;
  https: number;
  servers?: readonly number[];
  balance?: string;
}
