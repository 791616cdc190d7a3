import { expect, test } from 'vitest'
import { IMAGE_PICK_COUNT } from '#kernel/specification.ts'
import { pickedOf, sendInOrder, type UnderWay } from './upload-queue.ts'

const files = (count: number) => Array.from({ length: count }, (_, n) => `picture ${n + 1}`)

const choices: [chosen: number, taken: number, tooMany: boolean][] = [
  [0, 0, false],
  [1, 1, false],
  [8, 8, false],
  [IMAGE_PICK_COUNT, 9, false],
  [10, 9, true],
  [40, 9, true],
]
test.each(choices)('of %d chosen %d are taken', (chosen, taken, tooMany) => {
  expect(pickedOf(files(chosen))).toEqual({ taken: files(chosen).slice(0, taken), tooMany })
})

/** Sends to a server that takes its time, longer for the earlier ones, and fails at this picture. */
async function sent(count: number, failsAt: string | null = null) {
  const arrived: string[] = []
  const told: UnderWay[] = []
  const { left, failure } = await sendInOrder(
    files(count),
    async (file, onShare) => {
      onShare(0.5)
      for (let turns = count - arrived.length; turns > 0; turns--) await Promise.resolve()
      if (file === failsAt) throw new Error('refused')
      arrived.push(file)
    },
    (underWay) => told.push(underWay),
  )
  return { arrived, left, failure, told }
}

test('they arrive in the order in which they were chosen, one after another', async () => {
  const { arrived, left, failure, told } = await sent(9)
  expect({ arrived, left, failure }).toEqual({ arrived: files(9), left: [], failure: null })
  expect(told).toEqual(
    files(9).flatMap((_, n) => [
      { number: n + 1, of: 9, share: 0 },
      { number: n + 1, of: 9, share: 0.5 },
    ]),
  )
})

test.each([
  ['picture 1', 0],
  ['picture 4', 3],
  ['picture 5', 4],
])(
  'where %s fails, %d have arrived and the rest is left to be sent again, that one first',
  async (failsAt, count) => {
    const { arrived, left, failure, told } = await sent(5, failsAt)
    expect(arrived).toEqual(files(count))
    expect(left).toEqual(files(5).slice(count))
    expect(failure).toEqual(new Error('refused'))
    expect(told.at(-1)).toEqual({ number: count + 1, of: 5, share: 0.5 })
  },
)
