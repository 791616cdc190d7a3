import { expect, test, vi } from 'vitest'
import type { Compared } from './compared.ts'

vi.stubGlobal('addEventListener', () => {})
vi.stubGlobal('document', { addEventListener: () => {}, documentElement: { id: '' } })
const { idOf, toggled } = await import('./compared.ts')

const issue = (code: string): Compared => ({ kind: 'issue', code, name: code })
const index: Compared = { kind: 'index', id: 'all' }

test.each<[what: string, before: Compared[], one: Compared, after: string[]]>([
  ['the first', [], issue('S214'), ['S214']],
  ['an index beside an issue', [issue('S214')], index, ['S214', 'all']],
  ['one that is there goes', [issue('S214'), index], issue('S214'), ['all']],
  [
    'a fourth takes the place of the first',
    [issue('S1'), index, issue('S3')],
    issue('S4'),
    ['all', 'S3', 'S4'],
  ],
])('what a chart is compared with: %s', (_, before, one, after) =>
  expect(toggled(before, one).map(idOf)).toEqual(after),
)
