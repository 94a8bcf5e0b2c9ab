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
