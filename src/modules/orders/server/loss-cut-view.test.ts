import { expect, test } from 'vitest'
import { lossCutView } from './views.ts'

const cut = {
  lotId: 'lot',
  seq: 12,
  memberId: 'm',
  quantity: 300,
  ratioBp: 987,
  decidedAt: Date.parse('2026-11-19T01:00:00.250Z'),
  printCode: 'S214',
  printDate: '2026-11-19',
  printNo: 71,
  printTenths: 24_005,
  printAt: Date.parse('2026-11-19T01:00:00.200Z'),
}
const about = { id: 'lot-12', quantity: 300, ratioBp: 987, decidedAt: '2026-11-19T01:00:00.250Z' }

test('a member reads the print, the decision and what lay between', () => {
  expect(lossCutView(cut, (code) => `name of ${code}`)).toEqual({
    ...about,
    print: {
      code: 'S214',
      name: 'name of S214',
      no: 71,
      price: 2_400.5,
      at: '2026-11-19T01:00:00.200Z',
      lateMs: 50,
    },
  })
})
test('and that no trade did it, where the account had changed', () => {
  const none = { printCode: null, printDate: null, printNo: null, printTenths: null, printAt: null }
  expect(lossCutView({ ...cut, ...none }, () => '')).toEqual({ ...about, print: null })
})
