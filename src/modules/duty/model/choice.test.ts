import { expect, test } from 'vitest'
import { choiceProblem } from './choice.ts'

test.each([
  [null, null, null],
  ['a@example.jp', null, null],
  ['a.b+c@mail.example.co.jp', { from: '22:00', to: '07:00' }, null],
  ['nobody', null, 'MAIL_ADDRESS'],
  ['a@b', null, 'MAIL_ADDRESS'],
  ['a@example.jp, b@example.jp', null, 'MAIL_ADDRESS'],
  ['A <a@example.jp>', null, 'MAIL_ADDRESS'],
  ['a@example.jp\r\nbcc:b@example.jp', null, 'MAIL_ADDRESS'],
  [null, { from: '24:00', to: '07:00' }, 'QUIET_HOURS'],
  [null, { from: '22:60', to: '07:00' }, 'QUIET_HOURS'],
  [null, { from: '07:00', to: '07:00' }, 'QUIET_HOURS'],
])('mail %j, quiet %j: %s', (mail, quiet, rejection) => {
  expect(choiceProblem({ mail, quiet })?.rejection ?? null).toBe(rejection)
})
