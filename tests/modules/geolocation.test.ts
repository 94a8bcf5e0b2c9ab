import { afterEach, describe, expect, it } from 'vitest';
import { readPlace } from '#data/cookies.ts';
import { locate } from '#modules/session/useSignIn.ts';

type Ask = Geolocation['getCurrentPosition'];
let options: PositionOptions | undefined;

function browserThat(answers: Ask | null): void {
  const geolocation = answers && {
    getCurrentPosition: ((done, failed, asked) => {
      options = asked;
      answers(done, failed, asked);
    }) as Ask,
  };
  Object.defineProperty(navigator, 'geolocation', { configurable: true, value: geolocation ?? undefined });
}
afterEach(() => {
  browserThat(null);
});

describe('where a sign-in takes place', () => {
  it('SES-9, SES-10: is asked precisely and kept in the lat-long cookie', async () => {
    browserThat((done) => done({ coords: { latitude: 12.97, longitude: 77.59 } } as GeolocationPosition));
    expect((await locate()).ok).toBe(true);
    expect(options).toEqual({ timeout: 5_000, enableHighAccuracy: true, maximumAge: 0 });
    expect(readPlace()).toEqual({ latitude: '12.97', longitude: '77.59' });
  });

  it('SES-5: refused stops it, SES-6: a timeout does not, SES-7: unsupported does', async () => {
    browserThat((_, failed) => failed?.({ code: 1, message: 'User denied Geolocation' } as GeolocationPositionError));
    expect(await locate()).toMatchObject({
      ok: false,
      message: 'User denied Geolocation. Please enable Geo location for login',
    });
    browserThat((_, failed) => failed?.({ code: 3, message: 'Timeout expired' } as GeolocationPositionError));
    expect((await locate()).ok).toBe(true);
    browserThat(null);
    expect(await locate()).toMatchObject({ ok: false, message: 'Please Enable Geo Location' });
    expect(readPlace()).toBeNull();
  });
});
