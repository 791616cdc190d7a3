import { expect, it } from 'vitest'
import { timeJst } from '#kernel/time.ts'
import { eventsOf, type Dates, type Words } from './events.ts'

const words: Words = {
  nameOf: (code) => `Name ${code}`,
  kind: (kind) => kind,
  summary: (kind, name) => `${name} ${kind}`,
  step: (step, name, isVoid) => `${name} ${isVoid ? 'void' : step}`,
  exDescription: ({ lastCumDate }) => `cum ${lastCumDate}`,
  note: 'simulated',
}
const dividend = {
  kind: 'dividend' as const,
  code: 'S801',
  announcedOn: '2026-11-10',
  lastCumDate: '2026-12-28',
  exDate: '2026-12-29',
  recordDate: '2026-12-30',
  perShareTenths: 125,
  payDate: '2027-03-10',
}
const offering = {
  id: 'IPO-2026-0001',
  code: 'N001',
  name: 'New',
  isVoid: false,
  opensAt: timeJst('2026-12-01', 9),
  closesAt: timeJst('2026-12-03', 15),
  drawOn: '2026-12-04',
  payFrom: '2026-12-07',
  payTo: '2026-12-10',
  issueOn: '2026-12-14',
}
const all: Dates = {
  actions: [dividend],
  results: [
    { code: 'S801', businessYear: 2026, quarter: 2, periodEnd: '2026-09-30', announcedOn: '2026-11-12' },
  ],
  offerings: [offering],
}
const brief = (dates: Dates, revision = 0) =>
  eventsOf(dates, words, revision).map(({ uid, when, sequence, isCancelled }) => [
    uid.split('@')[0],
    'at' in when ? when.at : `${when.from}–${when.to}`,
    sequence,
    isCancelled,
  ])

it('each occasion is one event with a name of its own', () => {
  expect(brief(all)).toEqual([
    ['ex-dividend-S801-2026-12', '2026-12-29–2026-12-29', 0, false],
    ['dividend-S801-2026-12', '2027-03-10–2027-03-10', 0, false],
    ['results-S801-2026-2', '2026-11-12–2026-11-12', 0, false],
    ['ipo-ipo-2026-0001-opens', offering.opensAt, 0, false],
    ['ipo-ipo-2026-0001-closes', offering.closesAt, 0, false],
    ['ipo-ipo-2026-0001-draw', '2026-12-04–2026-12-04', 0, false],
    ['ipo-ipo-2026-0001-payment', '2026-12-07–2026-12-10', 0, false],
    ['ipo-ipo-2026-0001-listing', '2026-12-14–2026-12-14', 0, false],
  ])
})

it('a date that a published table moves keeps its name and has a higher sequence', () => {
  const moved: Dates = {
    ...all,
    actions: [{ ...dividend, lastCumDate: '2026-12-25', exDate: '2026-12-28', recordDate: '2026-12-29' }],
    results: [{ ...all.results[0]!, announcedOn: '2026-11-13' }],
  }
  const [before, after] = [brief(all), brief(moved, 1)]
  expect(after.map(([uid]) => uid)).toEqual(before.map(([uid]) => uid))
  expect(after[0]).toEqual(['ex-dividend-S801-2026-12', '2026-12-28–2026-12-28', 1, false])
  expect(after[2]).toEqual(['results-S801-2026-2', '2026-11-13–2026-11-13', 1, false])
})

it('an offering that was called off stays, cancelled, above what was told before', () => {
  const events = brief({ actions: [], results: [], offerings: [{ ...offering, isVoid: true }] })
  expect(events).toHaveLength(5)
  for (const [, , sequence, isCancelled] of events) expect([sequence, isCancelled]).toEqual([1, true])
})

it('says the code, what is known and that it is simulated', () =>
  expect(eventsOf(all, words, 0)[0]).toMatchObject({
    summary: 'Name S801 ex-dividend',
    description: 'S801\ncum 2026-12-28\nsimulated',
    category: 'ex-dividend',
  }))
