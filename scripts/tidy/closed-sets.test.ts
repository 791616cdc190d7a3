import { expect, test } from 'vitest'
import { closedSetProblems, closedSets, OPEN_SETS } from './closed-sets.ts'

const table = (name: string, ...lines: string[]) =>
  `create table ${name} (\n${lines.map((line) => `  ${line}`).join(',\n')}\n);\n`
const BOUND = "constraint lots_status_check CHECK ((status = ANY (ARRAY['holding'::text, 'closed'::text])))"

test('a status column without CHECK is refused, beside one that has it', () => {
  const schema =
    table('lots', 'id text not null', 'status text not null', BOUND) +
    table('loans', 'paid_status text', "constraint c CHECK (((paid_status = 'paid'::text) = (paid > 0)))")
  expect(closedSetProblems(schema)).toEqual([
    'loans.paid_status has no CHECK: a migration says which values it may have',
  ])
  expect(closedSets(schema)).toEqual(new Map([['lots.status', ['holding', 'closed']]]))
})

test('sets that modules add to need none', () => {
  for (const column of Object.keys(OPEN_SETS)) {
    const [name = '', field = ''] = column.split('.')
    expect(closedSetProblems(table(name, `${field} text not null`))).toEqual([])
  }
})
