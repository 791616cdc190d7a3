import { describe, expect, it } from 'vitest'
import { batchId, invitationsProblem } from './invitations.ts'
import type { BeginFacts } from './schedule.ts'

const TODAY: BeginFacts = { today: '2026-11-20', isOpen: true }
const good = { from: '2026-11-24', until: '2026-12-24', codes: 20, usesEach: 1 }
const said = (
  change: object,
  facts: Partial<BeginFacts> = {},
  known = false,
  id = batchId('2026-11-24', 1),
) => invitationsProblem(id, { ...good, ...change }, { ...TODAY, ...facts }, known)?.rejection ?? null

describe('a batch of invitation codes', () => {
  it('may be issued, up to the most', () => {
    expect(said({})).toBe(null)
    expect(said({ codes: 500, usesEach: 100, until: '2027-05-23' })).toBe(null)
    expect(said({ until: '2026-11-24' }, {}, false, batchId('2026-11-24', 12))).toBe(null)
  })
  /** In the order in which they are checked. */
  it.each([
    ['SCHEDULE_FORM', { codes: '20' }],
    ['SCHEDULE_FORM', { codes: 1.5 }],
    ['SCHEDULE_FORM', { until: null }],
    ['SCHEDULE_FORM', { until: '2026-02-30' }],
    ['SCHEDULE_FORM', { memberId: 'm-1' }],
    ['SCHEDULE_ID', {}, {}, false, 'invitations-2026-11-25-1'],
    ['SCHEDULE_ID', {}, {}, false, 'invitations-2026-11-24'],
    ['SCHEDULE_ID', {}, {}, false, 'invitations-2026-11-24-0'],
    ['SCHEDULE_ID', {}, {}, false, 'invitations-2026-11-24-5-5'],
    ['FROM_CLOSED', {}, { isOpen: false }],
    ['FROM_TOO_EARLY', {}, { today: '2026-11-24' }],
    ['SCHEDULE_KNOWN', {}, {}, true],
    ['BATCH_SIZE', { codes: 0 }],
    ['BATCH_SIZE', { codes: 501 }],
    ['BATCH_SIZE', { usesEach: 0 }],
    ['BATCH_SIZE', { usesEach: 101 }],
    ['BATCH_UNTIL', { until: '2026-11-23' }],
    ['BATCH_UNTIL', { until: '2027-05-24' }],
  ] as [string, object, Partial<BeginFacts>?, boolean?, string?][])(
    '%s: %j',
    (rejection, change, facts, known, id) => expect(said(change, facts, known, id)).toBe(rejection),
  )
})
