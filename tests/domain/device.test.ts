import { describe, expect, it } from 'vitest';
import { describeDevice, describeSignIn } from '#domain/device.ts';

const WEBKIT = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';
const BLINK = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0';
const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64';
const ANDROID = 'Mozilla/5.0 (Linux; Android 10; K)';
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X)';

describe('SES-40 the device that a session was opened on', () => {
  it.each([
    ['Chrome on Android', `${ANDROID} ${BLINK} Mobile Safari/537.36`],
    ['Samsung Internet on Android', `${ANDROID} ${BLINK} SamsungBrowser/28.0 Mobile Safari/537.36`],
    ['Firefox on Android', 'Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0'],
    ['Edge on Android', `${ANDROID} ${BLINK} Mobile Safari/537.36 EdgA/138.0.0.0`],
    ['Chrome on Windows', `${WINDOWS}) ${BLINK} Safari/537.36`],
    ['Edge on Windows', `${WINDOWS}) ${BLINK} Safari/537.36 Edg/138.0.0.0`],
    ['Opera on Windows', `${WINDOWS}) ${BLINK} Safari/537.36 OPR/120.0.0.0`],
    ['Firefox on Windows', `${WINDOWS}; rv:140.0) Gecko/20100101 Firefox/140.0`],
    ['Safari on macOS', `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${WEBKIT} Version/18.5 Safari/605.1.15`],
    ['Safari on iPhone', `${IPHONE} ${WEBKIT} Version/18.5 Mobile/15E148 Safari/604.1`],
    ['Chrome on iPhone', `${IPHONE} ${WEBKIT} CriOS/138.0.7204.33 Mobile/15E148 Safari/604.1`],
    ['Firefox on iPad', `Mozilla/5.0 (iPad; CPU OS 18_5 like Mac OS X) ${WEBKIT} FxiOS/140.0 Mobile Safari/604.1`],
    ['Chrome on ChromeOS', `Mozilla/5.0 (Wayland; CrOS x86_64 14541.0.0) ${BLINK} Safari/537.36`],
    ['Firefox on Linux', 'Mozilla/5.0 (Wayland; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'],
    [
      'Chrome on Linux',
      `Mozilla/5.0 (Wayland; Linux x86_64) ${BLINK.replace('Chrome', 'HeadlessChrome')} Safari/537.36`,
    ],
    ['A browser on Windows', `${WINDOWS}) Something/1.0`],
    ['Firefox', 'Firefox/140.0'],
    ['A browser', 'curl/8.5.0'],
    ['A browser', ''],
    ['A browser', `${'x'.repeat(10_000)} Firefox/140.0`],
  ])('%s', (words, userAgent) => {
    expect(describeDevice(userAgent)).toBe(words);
  });

  it('and how it was: by its provider, or a way that is known', () => {
    expect(
      (
        [
          ['google', null],
          ['code', null],
          ['link', null],
          ['oidc:IDP1', 'Acme'],
          ['oidc:IDP1', null],
          [null, null],
        ] as const
      ).map(([how, provider]) => describeSignIn(how, provider)),
    ).toEqual(['Google', 'A code by mail', 'A link from the server', 'Acme', null, null]);
  });
});
