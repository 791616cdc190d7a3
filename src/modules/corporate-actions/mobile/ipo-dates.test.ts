import { expect, it } from 'vitest'
import type { OfferingView } from '#modules/ipo/contract.ts'
import { ipoDates } from './ipo-dates.ts'

const offering = {
  id: 'IPO-2026-0001',
  // 23:30 of 30 November in Tokyo, and the first minute of 1 December.
  opensAt: '2026-11-30T14:30:00Z',
  closesAt: '2026-11-30T15:00:00Z',
  drawOn: '2026-12-03',
  payFrom: '2026-12-04T15:00:00Z',
  issueOn: '2026-12-31',
} as OfferingView

it('the steps of an offering fall on their days in Tokyo, in their order, and the span holds both its ends', () => {
  const steps = (from: string, to: string) =>
    ipoDates([offering], { from, to }).map(({ date, step }) => `${date} ${step}`)
  expect(steps('2026-12-01', '2026-12-31')).toEqual([
    '2026-12-01 closes',
    '2026-12-03 draw',
    '2026-12-05 payment',
    '2026-12-31 listing',
  ])
  expect(steps('2026-11-01', '2026-11-30')).toEqual(['2026-11-30 opens'])
  expect(steps('2027-01-01', '2027-01-31')).toEqual([])
})
