import { expect, it } from 'vitest'
import { heapLimit } from './supervisor.ts'

it.each([
  ['', 4 * 2 ** 30, ['--max-old-space-size=2048']],
  ['--enable-source-maps', 25_276_502_016, ['--max-old-space-size=12052']],
  ['--max-old-space-size=900', 4 * 2 ** 30, []],
  ['--max_old_space_size=900', 4 * 2 ** 30, []],
])('V8 may use half of the machine, unless NODE_OPTIONS says otherwise: %s', (options, bytes, argv) => {
  expect(heapLimit(options, bytes)).toEqual(argv)
})
