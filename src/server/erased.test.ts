import { expect, it } from 'vitest'
import { ERASED_LATER, ERASED_SOON } from '#modules/funding/server/retention-queries.ts'
import { NOT_COMPARED } from './not-compared.ts'

it('nothing is erased that a check of the journal would miss', () => {
  for (const table of [...ERASED_SOON, ...ERASED_LATER]) expect(NOT_COMPARED).toHaveProperty(table)
})
