import { argon2Sync, createHash, randomBytes } from 'node:crypto'
import { argon2id } from '@noble/hashes/argon2.js'
import { beforeAll, expect, it } from 'vitest'
import { hexOf } from '#kernel/hex.ts'
import {
  checkDraw,
  chooseLinks,
  CHECKED_LINKS,
  foundRoot,
  type Checked,
  type Mine,
  type Published,
} from './check.ts'
import { bytesOf } from '#modules/trust/model/bytes.ts'
import {
  chainSalt,
  chainStart,
  commitmentOf,
  drawn,
  keyOf,
  LINK,
  resultOf,
  rootOf,
  type Allotment,
} from './draw.ts'

type Link = (link: Uint8Array, salt: Uint8Array) => string
const argon: Link = (link, salt) => hexOf(argon2Sync('argon2id', { ...LINK, message: link, nonce: salt }))
/** A link that takes no time, for what hangs on the order of links alone. */
const quick: Link = (link, salt) => hexOf(createHash('sha256').update(link).update(salt).digest())
const means = (link: Link) => ({
  nextLink: async (before: Uint8Array, salt: Uint8Array) => link(before, salt),
  random: (count: number) => randomBytes(count),
})
const MINE: Mine = { ticket: 'T000002', units: 2, r: '02'.repeat(16) }
const LINKS = 3
type Writable<T> = { -readonly [K in keyof T]: T[K] extends object | null ? Writable<T[K]> : T[K] }

function published(link: Link): Published {
  const id = 'BLK-2026-0001'
  const list = [1, 2, 3].map((n) => ({ ticket: `T00000${n}`, lots: n, r: `0${n}`.repeat(16) }))
  const seeds = { operator: '11'.repeat(32), auditor: '22'.repeat(32) }
  const root = rootOf(list)
  const chain: string[] = []
  for (let n = 0; n < LINKS; n++)
    chain.push(link(bytesOf(chain.at(-1) ?? chainStart(id, root), 32), chainSalt(id)))
  const beacon = chain.at(-1)!
  const key = keyOf({
    id,
    tickets: 3,
    root,
    beacon,
    operatorSeed: seeds.operator,
    auditorSeed: seeds.auditor,
  })
  const outcome = drawn(list, key, 4)
  return {
    list,
    chain,
    outcome,
    draw: {
      id,
      units: 4,
      commitments: {
        operator: commitmentOf(id, 'operator', seeds.operator),
        auditor: commitmentOf(id, 'auditor', seeds.auditor),
      },
      tickets: 3,
      root,
      rootAt: '2026-11-22T00:00:00.000Z',
      seeds,
      revealedAt: '2026-11-22T00:00:01.000Z',
      links: LINKS,
      beacon,
      key,
      result: resultOf(outcome),
    },
  }
}
let file: Published
beforeAll(() => {
  file = published(quick)
})

async function stepsOf(
  of: Published,
  mine: Mine | null = MINE,
  link = quick,
): Promise<{ steps: Checked[]; outcome: readonly Allotment[] }> {
  const steps: Checked[] = []
  const run = checkDraw(of, mine, means(link))
  for (;;) {
    const { done, value } = await run.next()
    if (done) return { steps, outcome: value }
    steps.push(value)
  }
}
const wrongSteps = async (of: Published): Promise<string[]> =>
  (await stepsOf(of)).steps.filter(({ isRight }) => !isRight).map(({ check }) => check)

it('a draw as it was published is right in every step', async () => {
  const real = published(argon)
  const { steps, outcome } = await stepsOf(real, MINE, argon)
  expect(outcome).toEqual(real.outcome)
  const { root, commitments, beacon, key } = real.draw
  expect(steps).toEqual([
    { check: 'list', isRight: true, count: 3, hashes: [root] },
    { check: 'mine', isRight: true, count: 2, hashes: [MINE.r] },
    { check: 'seeds', isRight: true, count: 2, hashes: [commitments.operator, commitments.auditor] },
    { check: 'chain', isRight: true, count: 3, hashes: [beacon] },
    { check: 'order', isRight: true, count: 3, hashes: [key] },
  ])
})

const changes: [what: string, change: (copy: Writable<Published>) => void, steps: string[]][] = [
  ['nothing', () => {}, []],
  [
    'another count of tickets',
    (copy) => {
      copy.draw.tickets = 4
    },
    ['list'],
  ],
  [
    'a ticket that stands twice, in a root of its own',
    (copy) => {
      copy.list[2]!.ticket = copy.list[1]!.ticket
      copy.draw.root = rootOf(copy.list)
    },
    ['list', 'chain', 'order'],
  ],
  [
    'no ticket at all',
    (copy) => {
      Object.assign(copy, { list: [] })
      copy.draw.tickets = 0
    },
    ['list', 'mine', 'order'],
  ],
  [
    'lots of another ticket',
    (copy) => {
      copy.list[2]!.lots = 1
    },
    ['list', 'order'],
  ],
  [
    'my own random bytes',
    (copy) => {
      copy.list[1]!.r = '09'.repeat(16)
    },
    ['list', 'mine'],
  ],
  [
    'a ticket taken out',
    (copy) => {
      copy.list = copy.list.toSpliced(1, 1)
    },
    ['list', 'mine', 'order'],
  ],
  [
    'a list that is none',
    (copy) => {
      copy.list[0]!.r = 'zz'
    },
    ['list'],
  ],
  [
    'another seed of the operator',
    (copy) => {
      copy.draw.seeds!.operator = '33'.repeat(32)
    },
    ['seeds', 'order'],
  ],
  [
    'no seeds',
    (copy) => {
      copy.draw.seeds = null
    },
    ['seeds', 'order'],
  ],
  [
    'seeds that came with the list',
    (copy) => {
      copy.draw.revealedAt = copy.draw.rootAt
    },
    [],
  ],
  [
    'seeds of no time',
    (copy) => {
      copy.draw.revealedAt = null
    },
    ['seeds'],
  ],
  [
    'a list of no time',
    (copy) => {
      copy.draw.rootAt = null
    },
    ['seeds'],
  ],
  [
    'no root',
    (copy) => {
      copy.draw.root = null
    },
    ['list', 'chain', 'order'],
  ],
  [
    'no last link',
    (copy) => {
      copy.draw.beacon = null
    },
    ['chain', 'order'],
  ],
  [
    'a link too many',
    (copy) => {
      copy.chain.unshift(copy.chain[0]!)
    },
    ['chain'],
  ],
  [
    'a chain that is longer than was said',
    (copy) => {
      copy.draw.links = 2
    },
    ['chain'],
  ],
  [
    'another first link',
    (copy) => {
      copy.chain[0] = copy.draw.root!
    },
    ['chain'],
  ],
  [
    'another seed of the auditor',
    (copy) => {
      copy.draw.seeds!.auditor = '33'.repeat(32)
    },
    ['seeds', 'order'],
  ],
  [
    'seeds before the list',
    (copy) => {
      copy.draw.revealedAt = '2026-11-21T23:59:59.000Z'
    },
    ['seeds'],
  ],
  [
    'a link in the middle',
    (copy) => {
      copy.chain[1] = copy.chain[0]!
    },
    ['chain'],
  ],
  [
    'another last link',
    (copy) => {
      copy.draw.beacon = copy.chain[0]!
    },
    ['chain', 'order'],
  ],
  [
    'another key',
    (copy) => {
      copy.draw.key = copy.draw.root
    },
    ['order'],
  ],
  [
    'another result',
    (copy) => {
      copy.draw.result = copy.draw.root
    },
    ['order'],
  ],
  [
    'another winner, also in the result',
    (copy) => {
      copy.outcome[0]!.lots = 0
      copy.draw.result = resultOf(copy.outcome)
    },
    ['order'],
  ],
  [
    'another winner',
    (copy) => {
      copy.outcome[0]!.lots = 0
    },
    ['order'],
  ],
]
it.each(changes)('%s is found', async (_, change, steps) => {
  const copy = structuredClone(file) as Writable<Published>
  change(copy)
  expect(await wrongSteps(copy)).toEqual(steps)
})

it('a ticket is mine by its number, its units and its random bytes; without one nothing is asked', async () => {
  const right = async (mine: Mine | null) =>
    (await stepsOf(file, mine)).steps.filter(({ check }) => check === 'mine').map(({ isRight }) => isRight)
  for (const other of [{ ticket: 'T000003' }, { units: 3 }, { r: '03'.repeat(16) }])
    expect(await right({ ...MINE, ...other })).toEqual([false])
  expect([await right(MINE), await right(null)]).toEqual([[true], []])
})

it.each([
  [0, 0],
  [1, 0],
  [2, 1],
  [3, 2],
  [4, 2],
  [5, 3],
  [8, 3],
  [9, 4],
])('of %d tickets a leaf lies %d hashes below the root', async (tickets, depth) => {
  const list = Array.from({ length: tickets }, () => file.list[0]!)
  expect((await stepsOf({ ...file, list })).steps.find(({ check }) => check === 'mine')).toMatchObject({
    count: depth,
  })
})

it('what was not known when the file was written has no hash and no outcome', async () => {
  const { steps, outcome } = await stepsOf(
    { ...file, draw: { ...file.draw, root: null, beacon: null, key: null } },
    null,
  )
  expect(steps.map(({ hashes }) => hashes.length)).toEqual([0, 2, 0, 0])
  expect(steps.map(({ isRight }) => isRight)).toEqual([false, true, false, false])
  expect(outcome).toEqual([])
})

it('each of the chosen links is computed, and none of a chain that has another end', async () => {
  const computed = async (of: Published) => {
    let count = 0
    for await (const _ of checkDraw(
      of,
      null,
      means((before, salt) => {
        count++
        return quick(before, salt)
      }),
    ));
    return count
  }
  expect(await computed(file)).toBe(LINKS)
  expect(await computed({ ...file, draw: { ...file.draw, beacon: file.draw.root } })).toBe(0)
})

it('sixteen different links are chosen, the ends among them; all where there are fewer', () => {
  const chosen = chooseLinks(4_096, (count) => randomBytes(count))
  expect([chosen.length, chosen[0], chosen.at(-1), new Set(chosen).size]).toEqual([
    CHECKED_LINKS,
    0,
    4_095,
    CHECKED_LINKS,
  ])
  expect(chosen.toSorted((a, b) => a - b)).toEqual(chosen)
  for (const [links, all] of [
    [1, [0]],
    [2, [0, 1]],
    [3, [0, 1, 2]],
  ] as const)
    expect(chooseLinks(links, (count) => randomBytes(count))).toEqual(all)
})

it('chance comes in fours of bytes, from wherever they lie', () => {
  const bytes = Uint8Array.from({ length: 72 }, (_, index) => (index % 4 === 3 ? Math.floor(index / 4) : 0))
  let at = 4
  const chosen = chooseLinks(100, (count) => bytes.subarray(at, (at += count)))
  expect(chosen).toEqual([...Array.from({ length: 15 }, (_, index) => index), 99])
})

it('of a list as it was found there is a root, or none', () => {
  expect(foundRoot(file.list)).toBe(file.draw.root)
  expect(foundRoot(file.list.with(0, { ...file.list[0]!, lots: 9 }))).toMatch(/^[0-9a-f]{64}$/)
  expect(foundRoot(file.list.with(0, { ...file.list[0]!, lots: 9 }))).not.toBe(file.draw.root)
  for (const list of [[], [{ ticket: 'T000001', lots: 1, r: 'what' }]]) expect(foundRoot(list)).toBe(null)
})

it('the phone’s own Argon2id makes the same link as the server’s', () => {
  const [link, salt] = [bytesOf('11'.repeat(32), 32), chainSalt('IPO-2026-0001')]
  expect(
    hexOf(
      argon2id(link, salt, { t: LINK.passes, m: LINK.memory, p: LINK.parallelism, dkLen: LINK.tagLength }),
    ),
  ).toBe(hexOf(argon2Sync('argon2id', { ...LINK, message: link, nonce: salt })))
}, 60_000)
