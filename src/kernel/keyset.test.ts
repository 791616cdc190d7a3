import { describe, expect, it } from 'vitest'
import { pageAfter, placeOf, placeText } from './keyset.ts'

describe('a list read page by page', () => {
  // Many rows of one figure, as an import makes them.
  const rows = Array.from({ length: 1_001 }, (_, n) => ({ at: Math.floor(n / 300), id: `r-${n % 300}` }))
  const of = ({ at, id }: (typeof rows)[number]) => ({ figure: at, id })

  it.each(['asc', 'desc'] as const)('shows every row once, whatever the page, %s', (order) => {
    for (const most of [1, 7, 100, 1_000, 1_001, 1_002]) {
      const seen: string[] = []
      let after: string | null = null
      do {
        const page: ReturnType<typeof pageAfter<(typeof rows)[number]>> = pageAfter(
          rows,
          of,
          placeOf(after ?? undefined),
          most,
          order,
        )
        seen.push(...page.rows.map((row) => placeText(of(row))))
        after = page.next
      } while (after !== null)
      expect([seen.length, new Set(seen).size]).toEqual([1_001, 1_001])
      const figures = seen.map((text) => Number(text.split('_')[0]))
      expect(figures).toEqual(figures.toSorted((a, b) => (order === 'asc' ? a - b : b - a)))
    }
  })

  it('goes on after a row that has gone meanwhile', () => {
    expect(pageAfter(rows.slice(0, 5), of, { figure: 0, id: 'r-2x' }, 2).rows.map(({ id }) => id)).toEqual([
      'r-3',
      'r-4',
    ])
  })

  it.each(['', '_', '5', 'x_1', '1_', "1_a'b", undefined])('%j is no place', (text) => {
    expect(placeOf(text)).toBeNull()
  })
})
