import { expect, it } from 'vitest'
import { chainSalt, chainStart } from '../model/draw.ts'
import { nextLink, runChain, type ChainStore } from './chain.ts'

const DRAW = {
  id: 'IPO-2026-0001',
  root: 'c8fbb99d0207c11c732602fa326ad50f8d70eb7173882a4b29c9f311406c5c4f',
  links: 5,
}
/** x3 of the test vectors. */
const THIRD = 'd87df7b0c5b805bd8468fcb1e70607326d87c40dc7a3388f2414039ac989a0bc'

function storeOf(...kept: string[]): ChainStore & { links: string[]; told: string[] } {
  const store = {
    links: kept,
    told: [] as string[],
    read: async () => [...store.links],
    async keep(from: number, links: readonly string[]) {
      expect(from).toBe(store.links.length + 1)
      store.links.push(...links)
      store.told.push(`keep ${from}-${from + links.length - 1}`)
    },
    async forget() {
      store.links = []
      store.told.push('forget')
    },
  }
  return store
}

it('goes to its end once, and after a kill on from the last link that was kept', async () => {
  const whole = storeOf()
  const beacon = await runChain(DRAW, whole, () => false)
  expect([whole.links[2], whole.links.at(-1), whole.told]).toEqual([THIRD, beacon, ['keep 1-5']])
  const killed = storeOf(...whole.links.slice(0, 3))
  expect(await runChain(DRAW, killed, () => false)).toBe(beacon)
  expect([killed.links, killed.told]).toEqual([whole.links, ['keep 4-5']])
  // Killed between the last link and the decision.
  const done = storeOf(...whole.links)
  expect(await runChain(DRAW, done, () => false)).toBe(beacon)
  expect(done.told).toEqual([])
}, 30_000)

it('what does not follow from the link before is computed anew', async () => {
  const first = await nextLink(chainStart(DRAW.id, DRAW.root), chainSalt(DRAW.id))
  const wrong = storeOf(first, 'ff'.repeat(32))
  await runChain(DRAW, wrong, () => false)
  expect([wrong.told, wrong.links[0], wrong.links[2]]).toEqual([['forget', 'keep 1-5'], first, THIRD])
}, 30_000)

it('a server that stops leaves it where it is', async () => {
  let links = 0
  const store = storeOf()
  expect(await runChain({ ...DRAW, links: 40 }, store, () => links++ >= 17)).toBeNull()
  expect(store.told).toEqual(['keep 1-16'])
}, 30_000)
