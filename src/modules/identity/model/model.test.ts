import { describe, expect, it } from 'vitest'
import { HOUR, MINUTE } from '#kernel/time.ts'
import { base32, readInvitation, smsCodeFrom } from './code.ts'
import { afterFailure, lockedFor, NO_FAILURES, type Failures } from './lockout.ts'
import { maskMobile, normalizeMobile } from './mobile.ts'
import { passwordProblem } from './password.ts'

describe('a mobile number', () => {
  const cases: [typed: string, kept: string | null][] = [
    ['09012345678', '+819012345678'],
    ['090-1234-5678', '+819012345678'],
    ['080-1234-5678', '+818012345678'],
    ['0800-123-4567', null],
    ['+818001234567', null],
    ['07012345678', '+817012345678'],
    ['+819012345678', '+819012345678'],
    ['+14155550123', '+14155550123'],
    ['+8613812345678', '+8613812345678'],
    ['０９０１２３４５６７８', '+819012345678'],
    ['060-1234-5678', '+816012345678'],
    ['0901234-5678', '+819012345678'],
    ['090 1234 5678', '+819012345678'],
    ['090‑1234‑5678', '+819012345678'],
    ['090ー1234ー5678', '+819012345678'],
    ['(090) 1234-5678', '+819012345678'],
    ['+81 90-1234-5678', '+819012345678'],
    ['+81 (0)90-1234-5678', '+819012345678'],
    ['＋８１９０１２３４５６７８', '+819012345678'],
    ['050-1234-5678', null],
    ['819012345678', null],
    ['++819012345678', null],
    ['0901234567', null],
    ['090123456789', null],
    ['+81312345678', null],
    ['+819012345', null],
    ['+0123456789', null],
    ['0312345678', null],
    ['', null],
    ['090-1234-567a', null],
    ['+81-90-1234-5678', '+819012345678'],
  ]
  it.each(cases)('%s is kept as %s', (typed, kept) => expect(normalizeMobile(typed)).toBe(kept))
  it.each([
    ['+819012345678', '090-****-5678'],
    ['+14155550123', '+1********23'],
  ])('%s is shown as %s', (kept, shown) => expect(maskMobile(kept)).toBe(shown))
})

describe('a password', () => {
  const cases: [password: string, problem: string | null][] = [
    ['lamp7', 'PASSWORD_LENGTH'],
    ['lamp-7', null],
    ['lamp-7Kq42', null],
    ['lamp-7Kq421', 'PASSWORD_LENGTH'],
    ['', 'PASSWORD_LENGTH'],
    ['a b c d', null],
    ['明かり一二三', null],
    ['👍👎🎈🎉🎁🎀', null],
    ['👍👎🎈🎉🎁', 'PASSWORD_LENGTH'],
    ['abc\tdef', 'PASSWORD_CHARACTERS'],
    ['abc\u0000def', 'PASSWORD_CHARACTERS'],
    ['abc\u200bdef', 'PASSWORD_CHARACTERS'],
    ['password', 'PASSWORD_COMMON'],
    ['PassWord', 'PASSWORD_COMMON'],
    ['sakura', 'PASSWORD_COMMON'],
    ['aaaaaaaa', 'PASSWORD_COMMON'],
    ['12345678', 'PASSWORD_COMMON'],
    ['fedcba', 'PASSWORD_COMMON'],
    ['135792', null],
  ]
  it.each(cases)('%j: %s', (password, problem) => expect(passwordProblem(password)).toBe(problem))
})

describe('wrong passwords', () => {
  const rule = { failures: 5, withinMs: 15 * MINUTE, firstLockMs: 15 * MINUTE, longestLockMs: 24 * HOUR }
  /**
   * Tries at these minutes, all wrong; those in a lock do not count. Answers the length of each lock in
   * minutes.
   */
  const locks = (minutes: number[]): number[] => {
    let kept: Failures = NO_FAILURES
    const found: number[] = []
    for (const minute of minutes) {
      const now = minute * MINUTE
      if (lockedFor(kept, now) > 0) continue
      kept = afterFailure(kept, now, rule)
      if (lockedFor(kept, now) > 0) found.push(lockedFor(kept, now) / MINUTE)
    }
    return found
  }
  const many = (from: number, count: number): number[] => Array.from({ length: count }, () => from)
  const cases: [name: string, minutes: number[], locked: number[]][] = [
    ['four do not lock', many(1, 4), []],
    ['five do', many(1, 5), [15]],
    ['five in more than 15 minutes do not', [1, 5, 9, 13, 16.5], []],
    ['inside a lock nothing is tried', many(1, 50), [15]],
    [
      'after it the next lock is twice as long, then again',
      [...many(1, 5), ...many(17, 5), ...many(50, 5)],
      [15, 30, 60],
    ],
    ['a day of peace forgets', [...many(1, 5), ...many(25 * 60, 5)], [15, 15]],
  ]
  it.each(cases)('%s', (_, minutes, locked) => expect(locks(minutes)).toEqual(locked))

  it('locks for a day at most', () => {
    let kept: Failures = NO_FAILURES
    let now = MINUTE
    for (let lock = 0; lock < 12; lock++) {
      for (let n = 0; n < 5; n++) kept = afterFailure(kept, now, rule)
      now = kept.lockedUntil
    }
    kept = afterFailure(
      afterFailure(
        afterFailure(afterFailure(afterFailure(kept, now, rule), now, rule), now, rule),
        now,
        rule,
      ),
      now,
      rule,
    )
    expect(lockedFor(kept, now)).toBe(24 * HOUR)
  })
})

it.each([
  ['ec7cb-5kmhp', 'EC7CB5KMHP'],
  [' EC7CB 5KMHP ', 'EC7CB5KMHP'],
  ['ecoilb5kmh', 'EC011B5KMH'],
  ['ＥＣ７ｃｂ－５ｋｍｈｐ', 'EC7CB5KMHP'],
  ['', ''],
])('the invitation %j is read as %j', (typed, read) => expect(readInvitation(typed)).toBe(read))
it('makes codes of the right shape from bytes', () => {
  expect(base32(new Uint8Array([0, 31, 32, 255, 10, 10, 10, 10, 10, 10]), 10)).toBe('0Z0ZAAAAAA')
  expect(smsCodeFrom(new Uint8Array([0, 0, 0, 42]))).toBe('000042')
  expect(smsCodeFrom(new Uint8Array([255, 255, 255, 255]))).toBe('967295')
})
