import { expect, test } from 'vitest'
import { idAfter } from './id-after.ts'

test.each([
  ['01939a5e-0000-7000-8000-000000000000', '01939a5e-0000-7000-8000-000000000001'],
  ['01939a5e-0000-7000-8000-00000000000f', '01939a5e-0000-7000-8000-000000000010'],
  ['01939a5e-0000-7000-8000-ffffffffffff', '01939a5e-0000-7000-8001-000000000000'],
])('after %s comes %s, and nothing is between', (id, after) => expect(idAfter(id)).toBe(after))
