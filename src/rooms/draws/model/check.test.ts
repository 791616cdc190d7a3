import { argon2Sync, randomBytes } from 'node:crypto'
import { argon2id } from '@noble/hashes/argon2.js'
import { beforeAll, expect, it } from 'vitest'
import { checkDraw, chooseLinks, CHECKED_LINKS, foundRoot, type Checked, type Mine, type Published } from './check.ts'
import { bytesOf, hexOf } from '#rooms/trust/model/bytes.ts'
import { chainSalt, chainStart, commitmentOf, drawn, keyOf, LINK, resultOf, rootOf } from './draw.ts'

const nextLink = async (link: Uint8Array, salt: Uint8Array) => hexOf(argon2Sync('argon2id', { ...LINK, message: link, nonce: salt }))
const means = { nextLink, random: (count: number) => randomBytes(count) }
const MINE: Mine = { ticket: 'T000002', units: 2, r: '02'.repeat(16) }
const LINKS = 3
type Writable<T> = { -readonly [K in keyof T]: T[K] extends object | null ? Writable<T[K]> : T[K] }
let file: Published

beforeAll(() => {
  const id = 'BLK-2026-0001'
  const list = [1, 2, 3].map((n) => ({ ticket: `T00000${n}`, lots: n, r: `0${n}`.repeat(16) }))
  const seeds = { operator: '11'.repeat(32), auditor: '22'.repeat(32) }
  const root = rootOf(list)
  const chain: string[] = []
  for (let n = 0; n < LINKS; n++) chain.push(hexOf(argon2Sync('argon2id', { ...LINK, message: bytesOf(chain.at(-1) ?? chainStart(id, root), 32), nonce: chainSalt(id) })))
  const beacon = chain.at(-1)!
  const key = keyOf({ id, tickets: 3, root, beacon, operatorSeed: seeds.operator, auditorSeed: seeds.auditor })
  const outcome = drawn(list, key, 4)
  file = {
    list, chain, outcome,
    draw: {
      id, units: 4, commitments: { operator: commitmentOf(id, 'operator', seeds.operator), auditor: commitmentOf(id, 'auditor', seeds.auditor) },
      tickets: 3, root, rootAt: '2026-11-22T00:00:00.000Z', seeds, revealedAt: '2026-11-22T00:00:01.000Z', links: LINKS, beacon, key, result: resultOf(outcome),
    },
  }
})

async function wrongSteps(of: Published, mine: Mine | null = MINE): Promise<string[]> {
  const steps: Checked[] = []
  for await (const step of checkDraw(of, mine, means)) steps.push(step)
  return steps.filter(({ isRight }) => !isRight).map(({ check }) => check)
}

it('a draw as it was published is right in every step', async () => {
  const steps: string[] = []
  const run = checkDraw(file, MINE, means)
  for (;;) {
    const { done, value } = await run.next()
    if (done) {
      expect(value).toEqual(file.outcome)
      break
    }
    steps.push(`${value.check} ${value.isRight}`)
  }
  expect(steps).toEqual(['list true', 'mine true', 'seeds true', 'chain true', 'order true'])
})

const changes: [what: string, change: (copy: Writable<Published>) => void, steps: string[]][] = [
  ['lots of another ticket', (copy) => { copy.list[2]!.lots = 1 }, ['list', 'order']],
  ['my own random bytes', (copy) => { copy.list[1]!.r = '09'.repeat(16) }, ['list', 'mine']],
  ['a ticket taken out', (copy) => { copy.list = copy.list.toSpliced(1, 1) }, ['list', 'mine', 'order']],
  ['a list that is none', (copy) => { copy.list[0]!.r = 'zz' }, ['list']],
  ['another seed', (copy) => { copy.draw.seeds!.auditor = '33'.repeat(32) }, ['seeds', 'order']],
  ['seeds before the list', (copy) => { copy.draw.revealedAt = '2026-11-21T23:59:59.000Z' }, ['seeds']],
  ['a link in the middle', (copy) => { copy.chain[1] = copy.chain[0]! }, ['chain']],
  ['another last link', (copy) => { copy.draw.beacon = copy.chain[0]! }, ['chain', 'order']],
  ['another key', (copy) => { copy.draw.key = copy.draw.root }, ['order']],
  ['another winner', (copy) => { copy.outcome[0]!.lots = 0 }, ['order']],
]
it.each(changes)('%s is found', async (_, change, steps) => {
  const copy = structuredClone(file) as Writable<Published>
  change(copy)
  expect(await wrongSteps(copy)).toEqual(steps)
})

it('sixteen different links are chosen, the ends among them; all where there are fewer', () => {
  const chosen = chooseLinks(4_096, (count) => randomBytes(count))
  expect([chosen.length, chosen[0], chosen.at(-1), new Set(chosen).size]).toEqual([CHECKED_LINKS, 0, 4_095, CHECKED_LINKS])
  expect(chooseLinks(3, (count) => randomBytes(count))).toEqual([0, 1, 2])
})

it('of a list as it was found there is a root, or none', () => {
  expect(foundRoot(file.list)).toBe(file.draw.root)
  expect(foundRoot(file.list.with(0, { ...file.list[0]!, lots: 9 }))).toMatch(/^[0-9a-f]{64}$/)
  expect(foundRoot(file.list.with(0, { ...file.list[0]!, lots: 9 }))).not.toBe(file.draw.root)
  for (const list of [[], [{ ticket: 'T000001', lots: 1, r: 'what' }]]) expect(foundRoot(list)).toBe(null)
})

it('the phone’s own Argon2id makes the same link as the server’s', () => {
  const [link, salt] = [bytesOf('11'.repeat(32), 32), chainSalt('IPO-2026-0001')]
  expect(hexOf(argon2id(link, salt, { t: LINK.passes, m: LINK.memory, p: LINK.parallelism, dkLen: LINK.tagLength })))
    .toBe(hexOf(argon2Sync('argon2id', { ...LINK, message: link, nonce: salt })))
}, 20_000)
