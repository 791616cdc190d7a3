import { describe, expect, it } from 'vitest'
import { deviceName } from './device.ts'
import { maskEmail, normalizeEmail } from './email.ts'

describe('an e-mail address', () => {
  it.each([
    ['haruka@example.jp', 'haruka@example.jp'],
    [' Haruka.Sato+akari@Example.CO.JP ', 'Haruka.Sato+akari@example.co.jp'],
    ['haruka@例え.jp', 'haruka@例え.jp'],
    ['haruka@example', null],
    ['haruka', null],
    ['@example.jp', null],
    ['a@b@example.jp', null],
    ['haruka@-example.jp', null],
    ['haruka@example..jp', null],
    ['haruka@example.jp\r\nBcc: all@example.jp', null],
    ['haruka sato@example.jp', null],
    ['<haruka@example.jp>', null],
    [`${'a'.repeat(65)}@example.jp`, null],
    [`a@${'b'.repeat(250)}.jp`, null],
    ['', null],
  ])('%j is kept as %j', (typed, kept) => expect(normalizeEmail(typed)).toBe(kept))
  it('is shown by its first letter and its host', () =>
    expect(maskEmail('haruka@example.jp')).toBe('h***@example.jp'))
})

describe('a browser', () => {
  it.each([
    [
      'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
      'Chrome, Android',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1',
      'Safari, iPhone',
    ],
    [
      'Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/140.0 Mobile/15E148 Safari/604.1',
      'Chrome, iPad',
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
      'Edge, Windows',
    ],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:143.0) Gecko/20100101 Firefox/143.0', 'Firefox, Mac'],
    [
      'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
      'Chrome, ChromeOS',
    ],
    ['curl/8.5.0', ''],
    ['', ''],
    [`${'x'.repeat(600)} Chrome/140 Android`, ''],
  ])('%s is called %j', (userAgent, name) => expect(deviceName(userAgent)).toBe(name))
})
