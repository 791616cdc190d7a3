import { expect, test } from 'vitest'
import { parseActions } from './actions-file.ts'
import { tseCalendar } from './calendar.ts'

const HEAD = 'code,ex_date,new_shares,old_shares,dividend'
const parse = (...rows: string[]) => parseActions([HEAD, ...rows].join('\n'), tseCalendar)

test('splits, dividends and both, with the dates that follow from the ex-date', () => {
  const { actions, defects } = parse(
    '9001,2024-03-28,3,1,',
    '9002,2024-03-28,,,45.5',
    '9003,2024-09-27,2,10,"1,000"',
  )
  expect(defects).toEqual([])
  expect(actions).toMatchObject([
    {
      kind: 'split',
      code: '9001',
      newShares: 3,
      oldShares: 1,
      lastCumDate: '2024-03-27',
      exDate: '2024-03-28',
      recordDate: '2024-03-29',
    },
    { kind: 'dividend', code: '9002', perShareTenths: 455, payDate: '2024-06-24' },
    { kind: 'dividend', code: '9003', perShareTenths: 10_000 },
    { kind: 'split', code: '9003', newShares: 1, oldShares: 5 },
  ])
})

test.each<[row: string, reason: RegExp]>([
  ['900,2024-03-28,3,1,', /not an issue code/],
  ['9001,2024-3-28,3,1,', /not a date/],
  ['9001,2024-03-30,3,1,', /no trading day/],
  ['9001,2024-03-28,,,', /neither/],
  ['9001,2024-03-28,3,,', /not a split: "3" for ""/],
  ['9001,2024-03-28,0,1,', /not a split/],
  ['9001,2024-03-28,2,2,', /not a split/],
  ['9001,2024-03-28,1.5,1,', /not a split/],
  ['9001,2024-03-28,,,-5', /not a dividend/],
  ['9001,2024-03-28,,,0', /of nothing/],
  ['9001,2024-03-28,,,45.55', /not a dividend/],
])('refuses %s', (row, reason) => {
  const { actions, defects } = parse('9002,2024-03-28,,,45', row)
  expect(defects).toMatchObject([{ line: 3, reason: expect.stringMatching(reason) }])
  expect(actions).toHaveLength(1)
})

test('an ex-date twice is refused, and a pay date before it', () => {
  expect(parse('9001,2024-03-28,,,45', '9001,2024-03-28,2,1,').defects).toEqual([
    {
      line: 3,
      code: '9001',
      kind: 'date-twice',
      value: '2024-03-28',
      first: '',
      second: '',
      reason: '2024-03-28 is in the file twice',
    },
  ])
  expect(
    parseActions(
      `${HEAD},pay_date\n9001,2024-03-28,,,45,2024-03-01\n9002,2024-03-28,,,45,2024-06-10`,
      tseCalendar,
    ),
  ).toMatchObject({
    defects: [{ line: 2, reason: 'not a pay date after 2024-03-28: "2024-03-01"' }],
    actions: [{ code: '9002', payDate: '2024-06-10' }],
  })
})
