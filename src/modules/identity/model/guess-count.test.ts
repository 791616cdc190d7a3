import { expect, test } from 'vitest'
import { countOf } from './guess-count.ts'

const of = (
  sessionId: string,
  factor: 'password' | 'totp' | 'passkey',
  memberId = 'm1',
  provenDevice: string | null = null,
) => countOf({ memberId, sessionId, factor, provenDevice })

test.each<[string, string, string, boolean]>([
  [
    'sessions of the password alone: logging in again gives no more tries',
    of('s1', 'password'),
    of('s2', 'password'),
    true,
  ],
  ['a thief of the password and who has proven a code', of('s1', 'password'), of('s2', 'totp'), false],
  ['a thief of the password and who came by passkey', of('s1', 'password'), of('s2', 'passkey'), false],
  ['two who have proven more', of('s1', 'totp'), of('s2', 'passkey'), false],
  [
    'a thief of the password and a device that has proven more before',
    of('s1', 'password'),
    of('s2', 'password', 'm1', 'd1'),
    false,
  ],
  [
    'two logins on a device that has proven more before',
    of('s1', 'password', 'm1', 'd1'),
    of('s2', 'password', 'm1', 'd1'),
    true,
  ],
  ['the passwords of two members', of('s1', 'password'), of('s2', 'password', 'm2'), false],
])('%s', (_, one, other, isSame) => expect(one === other).toBe(isSame))
