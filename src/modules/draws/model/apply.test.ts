import { expect, it } from 'vitest'
import { APPLY_REJECTIONS, decideApplication, heldFor, type ApplyFacts } from './apply.ts'

const good: ApplyFacts = {
  offering: { status: 'open', holdTenths: 18_505, perMember: 3 },
  isVerified: true,
  isFrozen: false,
  hasApplied: false,
  freeYen: 555_150,
}
const offering = (status: 'open' | 'published' | 'closed' | 'void') => ({
  offering: { ...good.offering!, status },
})

const cases: [name: string, facts: Partial<ApplyFacts>, units: number, answer: string | number][] = [
  ['all that a member may, to the last yen', {}, 3, 555_150],
  ['one unit', { freeYen: 185_050 }, 1, 185_050],
  ['nothing of that id', { offering: null }, 1, 'NOT_OFFERED'],
  ['withdrawn', offering('void'), 1, 'OFFERING_VOID'],
  ['early', offering('published'), 1, 'NOT_YET_OPEN'],
  ['late', offering('closed'), 1, 'APPLICATIONS_CLOSED'],
  ['unverified', { isVerified: false }, 1, 'IDENTITY_NEEDED'],
  ['frozen', { isFrozen: true }, 1, 'ACCOUNT_FROZEN'],
  ['a second one', { hasApplied: true }, 1, 'ALREADY_APPLIED'],
  ['one unit too many', {}, 4, 'UNITS_ABOVE_MEMBER'],
  ['one yen short', { freeYen: 555_149 }, 3, 'FUNDS_SHORT'],
]
it.each(cases)('%s', (_, facts, units, answer) => {
  const decided = decideApplication({ ...good, ...facts }, { units })
  expect(decided.ok ? decided.value : decided.rejection).toBe(answer)
})

it('says how many a member may ask for, and how many yen are missing', () => {
  expect(decideApplication(good, { units: 4 })).toMatchObject({ detail: { most: 3 } })
  expect(decideApplication({ ...good, freeYen: 555_000 }, { units: 3 })).toMatchObject({
    detail: { short: 150 },
  })
})

it('refuses in the order of the list, whatever else is wrong', () => {
  const wrong: Partial<ApplyFacts>[] = [
    { offering: null },
    offering('void'),
    offering('published'),
    offering('closed'),
    { isVerified: false },
    { isFrozen: true },
    { hasApplied: true },
  ]
  const everything = { isVerified: false, isFrozen: true, hasApplied: true, freeYen: 0 }
  const steps = wrong.map((each, index) => {
    const later = Object.assign({}, ...wrong.slice(Math.max(index, 4))) as Partial<ApplyFacts>
    return decideApplication(
      { ...good, ...(index < 4 ? { ...everything, ...each } : later), freeYen: 0 },
      { units: 9 },
    )
  })
  const last = [
    decideApplication({ ...good, freeYen: 0 }, { units: 9 }),
    decideApplication({ ...good, freeYen: 0 }, { units: 1 }),
  ]
  expect([...steps, ...last].map((each) => (each.ok ? null : each.rejection))).toEqual(APPLY_REJECTIONS)
})

it('the amount of a whole unit is exact at any price', () => {
  expect([heldFor(1, 1), heldFor(1, 18_505), heldFor(50_000, 1_000_000)]).toEqual([
    10, 185_050, 500_000_000_000,
  ])
})
