import { argon2Sync, createHash, createHmac } from 'node:crypto'
import { expect, it } from 'vitest'
import { hexOf } from '#kernel/hex.ts'
import { seeded } from '#kernel/random.ts'
import { bytesOf } from '#modules/trust/model/bytes.ts'
import {
  chainSalt,
  chainStart,
  commitmentOf,
  drawn,
  keyOf,
  LINK,
  numbersBelow,
  oneEachFirst,
  rootOf,
  shuffled,
  type Entry,
} from './draw.ts'

/*
 * A second implementation, written from docs/verify-a-draw.md with Node's own functions alone: nothing of
 * `draw.ts` is in it but the shape of its answers.
 */
const sha = (...parts: Buffer[]) => createHash('sha256').update(Buffer.concat(parts)).digest()
const number = (value: number | bigint, size: 4 | 8) => {
  const bytes = Buffer.alloc(size)
  if (size === 4) bytes.writeUInt32BE(Number(value))
  else bytes.writeBigUInt64BE(BigInt(value))
  return bytes
}
const lp = (bytes: Buffer) => Buffer.concat([number(bytes.length, 4), bytes])
const text = (words: string) => Buffer.from(words, 'latin1')
const hex = (words: string) => Buffer.from(words, 'hex')

/**
 * An iterative tree: whole subtrees of a power of two are folded as they fill, what is left from right to
 * left.
 */
function secondRoot(entries: readonly Entry[]): string {
  const stack: { size: number; hash: Buffer }[] = []
  const node = (left: Buffer, right: Buffer) => sha(Buffer.of(1), left, right)
  for (const { ticket, lots, r } of [...entries].sort((a, b) =>
    Buffer.compare(text(a.ticket), text(b.ticket)),
  )) {
    stack.push({
      size: 1,
      hash: sha(Buffer.of(0), text('KABU-APP-v1\0'), lp(text(ticket)), number(lots, 4), hex(r)),
    })
    while (stack.length > 1 && stack.at(-1)!.size === stack.at(-2)!.size) {
      const [left, right] = stack.splice(-2) as [
        { size: number; hash: Buffer },
        { size: number; hash: Buffer },
      ]
      stack.push({ size: left.size * 2, hash: node(left.hash, right.hash) })
    }
  }
  return stack
    .reduceRight((right, { hash }) => (right === null ? hash : node(hash, right)), null as Buffer | null)!
    .toString('hex')
}

function secondNumbers(key: Buffer): (n: bigint) => bigint {
  const words = (function* () {
    for (let counter = 0n; ; counter++) {
      const block = createHmac('sha256', key).update(number(counter, 8)).digest()
      for (let at = 0; at < 32; at += 8) yield block.readBigUInt64BE(at)
    }
  })()
  const below = (n: bigint): bigint => {
    for (;;) {
      const word = words.next().value
      if (word < (1n << 64n) - ((1n << 64n) % n)) return word % n
    }
  }
  return below
}

type Secrets = { id: string; operatorSeed: string; auditorSeed: string; beacon: string }
/** Lots that each ticket gets, in order. */
function secondDraw(
  { id, operatorSeed, auditorSeed, beacon }: Secrets,
  entries: readonly Entry[],
  lots: number,
): [string, number][] {
  const root = secondRoot(entries)
  const key = createHmac('sha256', hex(operatorSeed + auditorSeed))
    .update(
      Buffer.concat([
        text('KABU-DRAW-v1\0'),
        lp(text(id)),
        number(entries.length, 4),
        hex(root),
        lp(hex(beacon)),
      ]),
    )
    .digest()
  const below = secondNumbers(key)
  const order = [...entries].sort((a, b) => Buffer.compare(text(a.ticket), text(b.ticket)))
  for (let i = order.length - 1; i > 0; i--) {
    const j = Number(below(BigInt(i + 1)))
    ;[order[i], order[j]] = [order[j]!, order[i]!]
  }
  const got = new Map(order.map(({ ticket }) => [ticket, 0]))
  let left = lots
  for (let gave = true; left > 0 && gave;) {
    gave = false
    for (const { ticket, lots: wanted } of order) {
      if (left === 0 || got.get(ticket)! >= wanted) continue
      got.set(ticket, got.get(ticket)! + 1)
      left--
      gave = true
    }
  }
  return [...got]
}

/**
 * An offering of the seed: 1 to 60 tickets that ask for 1 to 9 lots, from too few lots for all of them to
 * more than anybody asked for.
 */
function offering(seed: number): { secrets: Secrets; entries: Entry[]; lots: number } {
  const random = seeded('draw', seed)
  const bytes = (count: number) =>
    Array.from({ length: count }, () => random.below(256).toString(16).padStart(2, '0')).join('')
  const entries = Array.from({ length: 1 + random.below(60) }, (_, index) => ({
    ticket: `T${String(index * 3 + 1).padStart(6, '0')}`,
    lots: 1 + random.below(9),
    r: bytes(16),
  }))
  const wanted = entries.reduce((sum, { lots }) => sum + lots, 0)
  const secrets = {
    id: `BLK-2026-${String(seed).padStart(4, '0')}`,
    operatorSeed: bytes(32),
    auditorSeed: bytes(32),
    beacon: bytes(32),
  }
  return { secrets, entries, lots: 1 + random.below(Math.ceil(wanted * 1.2)) }
}
const firstDraw = ({ id, ...rest }: Secrets, entries: readonly Entry[], lots: number): [string, number][] =>
  drawn(entries, keyOf({ id, ...rest, tickets: entries.length, root: rootOf(entries) }), lots).map(
    ({ ticket, lots: got }) => [ticket, got],
  )

/** Of pure computing, on a machine that is busy with twenty other things. */
const LONG = 180_000

it(
  'a thousand random offerings come out the same by a second implementation (T17)',
  { timeout: LONG },
  () => {
    for (let seed = 0; seed < 1_000; seed++) {
      const { secrets, entries, lots } = offering(seed)
      expect(rootOf(entries.toReversed()), `seed ${seed}`).toBe(secondRoot(entries))
      const result = firstDraw(secrets, entries, lots)
      expect(result, `seed ${seed}`).toEqual(secondDraw(secrets, entries, lots))
      // I9: never more lots than there are, never more than a ticket asked for; nothing is kept back while
      // somebody wants more.
      const allotted = result.reduce((sum, [, got]) => sum + got, 0)
      expect(allotted).toBe(
        Math.min(
          lots,
          entries.reduce((sum, each) => sum + each.lots, 0),
        ),
      )
      const asked = new Map(entries.map((each) => [each.ticket, each.lots]))
      expect(
        result.filter(([ticket, got]) => got > asked.get(ticket)!),
        `seed ${seed}`,
      ).toEqual([])
    }
  },
)

it('three more with a delay chain of their own', { timeout: LONG }, () => {
  for (const seed of [2_001, 2_002, 2_003]) {
    const { secrets, entries, lots } = offering(seed)
    const root = rootOf(entries)
    let link = chainStart(secrets.id, root)
    let second = sha(text('KABU-DELAY-v1\0'), lp(text(secrets.id)), hex(root))
    for (let n = 0; n < 2; n++) {
      link = hexOf(
        argon2Sync('argon2id', { ...LINK, message: bytesOf(link, 32), nonce: chainSalt(secrets.id) }),
      )
      second = argon2Sync('argon2id', {
        message: second,
        nonce: sha(text(secrets.id)).subarray(0, 16),
        memory: 64 * 1_024,
        passes: 1,
        parallelism: 1,
        tagLength: 32,
      })
    }
    expect(link).toBe(second.toString('hex'))
    expect(firstDraw({ ...secrets, beacon: link }, entries, lots)).toEqual(
      secondDraw({ ...secrets, beacon: link }, entries, lots),
    )
    expect(commitmentOf(secrets.id, 'auditor', secrets.auditorSeed)).toBe(
      sha(
        text('KABU-SEED-v1\0'),
        lp(text(secrets.id)),
        lp(text('auditor')),
        hex(secrets.auditorSeed),
      ).toString('hex'),
    )
  }
})

it('numbers of lots with four bytes, and a list of one, come out the same', () => {
  for (const lots of [0, 0x0102_0304, 0xfedc_ba98, 0xffff_ffff]) {
    const entries = [{ ticket: 'T000001', lots, r: 'ab'.repeat(16) }]
    expect(rootOf(entries)).toBe(secondRoot(entries))
  }
})

it('a word that would favour some numbers is left out', () => {
  const key = '5a'.repeat(32)
  const [first, second] = [numbersBelow(key), secondNumbers(hex(key))]
  // Of these a quarter, three eighths and nearly half of all words are.
  for (const n of [1.5 * 2 ** 63, 1.25 * 2 ** 63, 2 ** 63 + 2 ** 20]) {
    for (let turn = 0; turn < 10; turn++) expect(first(n)).toBe(Number(second(BigInt(n))))
  }
})

it('whoever leaves, comes or changes anything changes the root', () => {
  const { entries } = offering(7)
  const root = rootOf(entries)
  const other = [
    entries.slice(1),
    [...entries, { ticket: 'T999999', lots: 1, r: '00'.repeat(16) }],
    entries.with(0, { ...entries[0]!, lots: entries[0]!.lots + 1 }),
    entries.with(0, { ...entries[0]!, r: 'ff'.repeat(16) }),
    entries.with(0, { ...entries[0]!, ticket: 'T000000' }),
  ]
  for (const changed of other) expect(rootOf(changed)).not.toBe(root)
})

/** Keys are counted, so each number of draws has one answer. */
const DRAWS = process.env['TEST_LONG'] === '1' ? 100_000 : 20_000
it(
  'thousands of draws give each of ten tickets each place equally often (chi-square)',
  { timeout: LONG },
  () => {
    const tickets = Array.from({ length: 10 }, (_, index) => index)
    const seen = tickets.map(() => tickets.map(() => 0))
    const key = Buffer.alloc(32)
    for (let n = 0; n < DRAWS; n++) {
      key.writeUInt32BE(n, 28)
      for (const [place, ticket] of shuffled(tickets, key.toString('hex')).entries()) seen[ticket]![place]!++
    }
    const expected = DRAWS / tickets.length
    const chi = seen.flat().reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0)
    // 81 degrees of freedom: 0.1 % of true draws lie above 125.
    expect(chi).toBeLessThan(125)
    expect(chi).toBeGreaterThan(45)
  },
)

it.each<[lots: number, wants: number[], allotted: number[]]>([
  [0, [1, 1], [0, 0]],
  [1, [5, 5], [1, 0]],
  [3, [5, 5], [2, 1]],
  [7, [1, 5, 2], [1, 4, 2]],
  [99, [1, 5, 2], [1, 5, 2]],
  [4, [], []],
  [1_000_000, [999_999, 3], [999_997, 3]],
])('%d lots along %j', (lots, wants, allotted) =>
  expect(
    oneEachFirst(
      wants.map((each) => ({ lots: each })),
      lots,
    ),
  ).toEqual(allotted),
)
