import { describe, expect, it } from 'vitest';
import { isLoopback, readEnv } from '#server/platform/settings/env.ts';
import { SettingError } from '#server/platform/settings/variables.ts';

describe('settings', () => {
  it('without any: the embedded database, the demo, this machine alone', () => {
    expect(readEnv({})).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      dataDir: '.data',
      databaseUrl: null,
      filesUrl: null,
      googleClientId: null,
      signInDomain: null,
      demo: true,
      demoCompanies: 20_000,
      timeZone: 'Asia/Kolkata',
      trustedProxies: 0,
    });
  });

  it.each<[string, Record<string, string>, boolean]>([
    ['no identity and no database', {}, true],
    ['Google', { GOOGLE_CLIENT_ID: 'x' }, false],
    ['a database', { DATABASE_URL: 'postgres://localhost/x' }, false],
    ['said no', { DEMO: '0' }, false],
    ['said yes', { DEMO: '1', GOOGLE_CLIENT_ID: 'x' }, true],
    ['said nothing', { DEMO: ' ' }, true],
  ])('the demo with %s', (_name, variables, demo) => {
    expect(readEnv(variables).demo).toBe(demo);
  });

  it.each([
    ['GOOGLE_CLIENT_ID', 'x'],
    ['SIGN_IN_DOMAIN', 'example.com'],
    ['DATABASE_URL', 'postgres://127.0.0.1/x'],
    ['FILES_URL', 's3://bills'],
    ['PUBLIC_URL', 'https://claims.example.com'],
    ['SMTP_URL', 'smtp://127.0.0.1'],
    ['MAIL_FROM', 'claims@example.com'],
    ['TRUSTED_PROXIES', '1'],
    ['TRUSTED_PROXIES', '0'],
    ['INTEGRATION_API_KEY', 'k3Vh-9sQw7Zt2Lm8Xr4Np6Bd1Fg5Jc0Ya'],
    ['SECRETS_KEY', 'k3Vh-9sQw7Zt2Lm8Xr4Np6Bd1Fg5Jc0Ya'],
  ])('S6 SES-18 %s=%s points to real use: no demo by itself', (name, value) => {
    expect(readEnv({ [name]: value }).demo).toBe(false);
  });

  it('S6 a demo that was asked for is refused where PUBLIC_URL says that people reach it', () => {
    expect(() => readEnv({ DEMO: '1', PUBLIC_URL: 'https://claims.example.com' })).toThrow(
      /^DEMO lets anybody sign in as anybody, and PUBLIC_URL/,
    );
    expect(readEnv({ DEMO: '1', DEMO_PUBLIC: '1', PUBLIC_URL: 'https://claims.example.com' })).toMatchObject({
      demo: true,
      demoPublic: true,
    });
  });

  it('SES-25 SIGN_IN_WITHOUT_NONCE_UNTIL is a day', () => {
    const until = (text: string): string => readEnv({ SIGN_IN_WITHOUT_NONCE_UNTIL: text }).signInWithoutNonceUntil;
    expect([until(''), until('2026-12-31')]).toEqual(['2027-02-28', '2026-12-31']);
    for (const bad of ['never', '2027-02-30', '31-12-2026', '0'])
      expect(() => until(bad)).toThrow(/^SIGN_IN_WITHOUT_NONCE_UNTIL must be a day/);
  });

  it('AUD-7 AUDIT_KEY may hold several keys, each as strong as one', () => {
    const [one, two] = ['k7Qp2xWz9LmN4vRt8YbC3dFg6HjS1aEu', 'Zr5Tn8Lc2Vx6Bq1Mw4Kp7Hd3Jf9Gs0YaE'];
    const keys = (AUDIT_KEY: string): readonly string[] => readEnv({ AUDIT_KEY }).auditKeys;
    expect([keys(''), keys(one), keys(`${one},${two}`), keys(` ${two} ,\n${one}, `)]).toEqual([
      [],
      [one],
      [one, two],
      [two, one],
    ]);
    for (const bad of ['1', `${one},1`, `${one},${'x'.repeat(40)}`]) {
      expect(() => keys(bad)).toThrow(/^AUDIT_KEY could be guessed/);
    }
    expect(() => keys(`${one},${one}`)).toThrow(/^AUDIT_KEY names a key twice/);
  });

  it.each([
    '1',
    'secret',
    'x'.repeat(64),
    '0123456789'.repeat(4),
    'the key of the sales app',
    'abababababababababababababababababab',
  ])('S13 an INTEGRATION_API_KEY that could be guessed is refused: %s', (key) => {
    expect(() => readEnv({ INTEGRATION_API_KEY: key })).toThrow(
      /^INTEGRATION_API_KEY could be guessed\. Set at least 32 random characters/,
    );
  });

  it('S13 one that could not is taken: hex, base64 or words', () => {
    for (const key of [
      '9f86d081884c7d659a2feaa0c55ad015',
      'n4bQgYhMfWWaL+qgxVrQFaO/TxsrC4Is0V1sFbDwCgg=',
      'correct-horse-battery-staple-42-quietly',
    ])
      expect(readEnv({ INTEGRATION_API_KEY: key }).integrationApiKey).toBe(key);
  });

  it.each([
    ['DATABASE_URL', 'postgres://kharcha:secret-word@db.example.com/kharcha'],
    ['DATABASE_URL', 'postgres://db.example.com/x?sslmode=prefer'],
    ['DATABASE_URL', 'postgres://10.0.0.7/x?sslmode=disable'],
    ['DATABASE_URL', 'postgres://localhost/x?host=db.example.com'],
    ['SMTP_URL', 'smtp://kharcha:secret-word@mail.example.com:587'],
    ['SMTP_URL', 'smtp://10.0.0.8'],
    ['SMTP_URL', 'smtp://mail.example.com?ignoreTLS=true'],
  ])('S19 %s=%s: nothing leaves this machine without TLS', (name, value) => {
    expect(() => readEnv({ [name]: value })).toThrow(/ without TLS, /);
    expect(() => readEnv({ [name]: value })).not.toThrow(/secret-word/);
    expect(() => readEnv({ [name]: `${value}${value.includes('?') ? '&' : '?'}insecure=1` })).not.toThrow();
  });

  it.each([
    ['DATABASE_URL', 'postgres://db.example.com/x?sslmode=verify-full'],
    ['DATABASE_URL', 'postgres://db.example.com/x?sslmode=require'],
    ['DATABASE_URL', 'postgres://127.0.0.1/x'],
    ['DATABASE_URL', 'postgres://[::1]/x'],
    ['DATABASE_URL', 'postgres:///x?host=/run/postgresql'],
    ['SMTP_URL', 'smtps://mail.example.com'],
    ['SMTP_URL', 'smtp://mail.example.com:587?requireTLS=true'],
    ['SMTP_URL', 'smtp://localhost:25'],
  ])('S19 %s=%s is taken', (name, value) => {
    expect(() => readEnv({ [name]: value })).not.toThrow();
  });

  it('S17 sessions end after 30 days without use and 180 days at most, unless settings say otherwise', () => {
    expect(readEnv({})).toMatchObject({ sessionIdleDays: 30, sessionMaxDays: 180 });
    expect(readEnv({ SESSION_IDLE_DAYS: '7', SESSION_MAX_DAYS: '60' })).toMatchObject({
      sessionIdleDays: 7,
      sessionMaxDays: 60,
    });
    for (const key of ['SESSION_IDLE_DAYS', 'SESSION_MAX_DAYS'])
      for (const days of ['0', '-1', '401', 'never'])
        expect(() => readEnv({ [key]: days })).toThrow(new RegExp(`^${key} must be a whole number from 1 to 400`));
  });

  it('a demo that others could reach is refused, unless that is wanted', () => {
    for (const HOST of ['0.0.0.0', '192.168.1.2', '::', 'claims.example.com', '127.0.0.1.evil.test']) {
      expect(() => readEnv({ HOST })).toThrow(SettingError);
      expect(() => readEnv({ HOST, DEMO: '1' })).toThrow(/DEMO_PUBLIC=1/);
      expect(readEnv({ HOST, DEMO: '0' }).host).toBe(HOST);
      expect(readEnv({ HOST, DEMO_PUBLIC: '1' }).demo).toBe(true);
    }
    for (const host of ['localhost', '127.0.0.1', '127.9.9.9', '::1', '[::1]'])
      expect([host, isLoopback(host)]).toEqual([host, true]);
  });

  it.each<Record<string, string>>([
    { PORT: 'http' },
    { PORT: '70000' },
    { PORT: '-1' },
    { DEMO: 'maybe' },
    { ORG_TIME_ZONE: 'Asia/Nowhere' },
    { DATABASE_URL: 'mysql://x' },
    { FILES_URL: '/tmp/files' },
    { SMTP_URL: 'http://x' },
    { CASE_MANAGEMENT_URL: 'javascript:alert(1)' },
    { TRUSTED_PROXIES: 'all' },
  ])('Z71 %j stops the start with a sentence', (variables) => {
    expect(() => readEnv(variables)).toThrow(SettingError);
  });
});

describe('tracing', () => {
  const endpoint = 'OTEL_EXPORTER_OTLP_ENDPOINT';
  it('is off by default, and goes to the endpoint with its headers', () => {
    expect(readEnv({ DEMO: '1', OTEL_EXPORTER_OTLP_HEADERS: 'a=b' }).tracing).toBeNull();
    expect(
      readEnv({ DEMO: '1', [endpoint]: 'http://127.0.0.1:4318/', OTEL_EXPORTER_OTLP_HEADERS: 'a=b%20c, d=e=f' })
        .tracing,
    ).toEqual({ endpoint: 'http://127.0.0.1:4318', headers: { a: 'b c', d: 'e=f' } });
  });

  it.each([
    [{ [endpoint]: 'ftp://x' }, `${endpoint} must be an http or https address, not "ftp://x".`],
    [{ [endpoint]: 'http://' }, `${endpoint} must be an http or https address, not "http://".`],
    [
      { OTEL_EXPORTER_OTLP_HEADERS: 'key' },
      'OTEL_EXPORTER_OTLP_HEADERS must be pairs of name=value with commas between them.',
    ],
    [
      { OTEL_EXPORTER_OTLP_HEADERS: 'key=%' },
      'OTEL_EXPORTER_OTLP_HEADERS must be pairs of name=value with commas between them.',
    ],
  ])('%o is refused', (variables, message) => {
    expect(() => readEnv({ DEMO: '1', ...variables })).toThrow(message);
  });
});
