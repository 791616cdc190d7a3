/*
 * Checks a draw from its published file alone: node scripts/verify-draw.ts FILE|ADDRESS [TICKET] Written from
 * docs/verify-a-draw.md; it takes nothing from the product but the file, and nothing from anybody but Node
 * 24.7 or later.
 */
import { argon2Sync, createHash, createHmac, createPublicKey, verify } from 'node:crypto'
import { readFileSync } from 'node:fs'

type Row = { ticket: string; lots: number; r: string }
type Pair = { operator: string; auditor: string }
type File = {
  format: string
  draw: {
    id: string
    status: string
    voidReason: string | null
    units: number
    commitments: Pair
    tickets: number
    root: string
    rootAt: string
    attestation: { text: string; publicKey: string; signature: string } | null
    seeds: Pair
    revealedAt: string
    links: number
    beacon: string
    key: string
    result: string
  }
  list: Row[]
  chain: string[]
  outcome: { place: number; ticket: string; lots: number }[]
}

const [source, mine] = process.argv.slice(2)
if (source === undefined || typeof argon2Sync !== 'function') {
  console.error(
    source === undefined
      ? 'usage: node scripts/verify-draw.ts FILE|ADDRESS [TICKET]'
      : 'Node 24.7 or later is needed.',
  )
  process.exit(2)
}
// The address answers with an envelope, the saved file is what stands in it.
const found = await (
  /^https?:/.test(source)
    ? fetch(source).then((answer) => answer.text())
    : Promise.resolve().then(() => readFileSync(source, 'utf8'))
)
  .then((text) => JSON.parse(text) as object)
  .catch((error: unknown) => {
    console.error(`${source} cannot be read: ${error instanceof Error ? error.message : String(error)}.`)
    process.exit(2)
  })
const { format, draw, list, chain, outcome } = ('data' in found ? found.data : found) as File

const sha = (...parts: Uint8Array[]): Buffer => createHash('sha256').update(Buffer.concat(parts)).digest()
const hmac = (key: Buffer, message: Buffer): Buffer => createHmac('sha256', key).update(message).digest()
const hex = (text: string): Buffer => Buffer.from(text, 'hex')
const ascii = (text: string): Buffer => Buffer.from(text, 'latin1')
const u32 = (value: number): Buffer => Buffer.from([value >>> 24, value >>> 16, value >>> 8, value])
const u64 = (value: number): Buffer => Buffer.concat([u32(Math.floor(value / 2 ** 32)), u32(value % 2 ** 32)])
const lp = (bytes: Buffer): Buffer => Buffer.concat([u32(bytes.length), bytes])

let failed = 0
function step(name: string, isRight: boolean, about = ''): void {
  if (!isRight) failed++
  console.log(`${isRight ? 'ok   ' : 'WRONG'} ${name}${about === '' ? '' : `: ${about}`}`)
}

if (format !== 'akari-draw-v1' || draw === undefined) {
  console.error('This is no file of a draw.')
  process.exit(2)
}
if (draw.status !== 'decided' && draw.status !== 'void') {
  console.log(`${draw.id}: ${draw.status}, not decided yet: nothing to check`)
  process.exit(3)
}

// 1. The list and its root.
const tickets = list.map(({ ticket }) => ticket)
const entries = [...list].sort((a, b) => Buffer.compare(ascii(a.ticket), ascii(b.ticket)))
const leaves = entries.map(({ ticket, lots, r }) =>
  sha(Buffer.of(0), ascii('KABU-APP-v1\0'), lp(ascii(ticket)), u32(lots), hex(r)),
)
function rootOf(part: readonly Buffer[]): Buffer {
  if (part.length === 1) return part[0]!
  let split = 1
  while (split * 2 < part.length) split *= 2
  return sha(Buffer.of(1), rootOf(part.slice(0, split)), rootOf(part.slice(split)))
}
if (draw.status === 'void') {
  console.log(`${draw.id}: void (${draw.voidReason}): no lots were given`)
  // A void that is not needed would be a way to draw again: of this reason the file itself shows whether it
  // is so.
  if (draw.voidReason === 'list-changed') {
    const root = leaves.length === 0 ? 'none' : rootOf(leaves).toString('hex')
    step(
      'the list is not the one whose root was published at the close',
      root !== draw.root || list.length !== draw.tickets,
      `${root} of ${list.length}, and ${draw.root} of ${draw.tickets}`,
    )
    if (mine !== undefined)
      console.log(
        `${mine}: ${
          list
            .filter(({ ticket }) => ticket === mine)
            .map(({ lots, r }) => `${lots} lots, r ${r}`)
            .join() || 'not in the list'
        }. Compare it with your receipt.`,
      )
  }
  process.exit(failed === 0 ? 0 : 1)
}
step(
  'each ticket stands in the list once',
  new Set(tickets).size === list.length && list.length === draw.tickets,
  `${list.length} tickets`,
)
step(
  'the list has the root that was published at the close',
  rootOf(leaves).toString('hex') === draw.root,
  draw.root,
)
if (mine !== undefined)
  step(
    `ticket ${mine} is in the list`,
    tickets.includes(mine),
    list.find(({ ticket }) => ticket === mine)?.r ?? '',
  )
const late = (Date.parse(draw.revealedAt) - Date.parse(draw.rootAt)) / 1_000
step('the seeds came after the root, within a minute', late >= 0 && late <= 60, `${late} s`)

// 2. What the auditor says of the list.
if (draw.attestation !== null) {
  const { text, publicKey, signature } = draw.attestation
  const said = JSON.parse(text) as Record<string, string>
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: publicKey }, format: 'jwk' })
  const isSigned = verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64url'))
  const saysAll =
    said['id'] === draw.id &&
    said['root'] === draw.root &&
    [said['tickets'], said['members'], said['verified'], said['reserved']].every(
      (count) => Number(count) === list.length,
    )
  step('the auditor attests a verified member with reserved money for each ticket', isSigned && saysAll, text)
}

// 3. Seeds and what was committed to.
for (const role of ['operator', 'auditor'] as const) {
  const commitment = sha(ascii('KABU-SEED-v1\0'), lp(ascii(draw.id)), lp(ascii(role)), hex(draw.seeds[role]))
  step(
    `the seed of the ${role} is the one that was sealed before applications opened`,
    commitment.toString('hex') === draw.commitments[role],
  )
}

// 4. The delay chain, every link.
const salt = sha(ascii(draw.id)).subarray(0, 16)
let link = sha(ascii('KABU-DELAY-v1\0'), lp(ascii(draw.id)), hex(draw.root))
let right = 0
for (const published of chain) {
  link = argon2Sync('argon2id', {
    message: link,
    nonce: salt,
    memory: 65_536,
    passes: 1,
    parallelism: 1,
    tagLength: 32,
  })
  if (link.toString('hex') !== published) break
  right++
  if (process.stderr.isTTY) process.stderr.write(`\r${right} of ${draw.links} links`)
}
if (process.stderr.isTTY) process.stderr.write('\r\x1b[K')
step(
  'every link of the chain follows from the one before',
  right === draw.links && chain.length === draw.links && chain.at(-1) === draw.beacon,
  `${right} of ${draw.links}`,
)

// 5. The key, the order, the lots.
const K = hmac(
  Buffer.concat([hex(draw.seeds.operator), hex(draw.seeds.auditor)]),
  Buffer.concat([
    ascii('KABU-DRAW-v1\0'),
    lp(ascii(draw.id)),
    u32(list.length),
    hex(draw.root),
    lp(hex(draw.beacon)),
  ]),
)
step('the key follows from seeds, list and chain', K.toString('hex') === draw.key, draw.key)
let counter = 0
let words: bigint[] = []
function below(n: number): number {
  const many = BigInt(n)
  const limit = 2n ** 64n - (2n ** 64n % many)
  for (;;) {
    if (words.length === 0) {
      const block = hmac(K, u64(counter++))
      words = [0, 8, 16, 24].map((at) => block.readBigUInt64BE(at))
    }
    const word = words.shift()!
    if (word < limit) return Number(word % many)
  }
}
const order = [...entries]
for (let i = order.length - 1; i >= 1; i--) {
  const j = below(i + 1)
  const moved = order[i]!
  order[i] = order[j]!
  order[j] = moved
}
const got = new Map(order.map(({ ticket }) => [ticket, 0]))
let left = draw.units
for (let gave = true; left > 0 && gave;) {
  gave = false
  for (const { ticket, lots } of order) {
    if (left === 0) break
    const has = got.get(ticket)!
    if (has >= lots) continue
    got.set(ticket, has + 1)
    left--
    gave = true
  }
}
const lines = [...got].map(([ticket, lots], index) => `${index + 1} ${ticket} ${lots}\n`)
step(
  'the order and the lots are those that were published',
  lines.join('') === outcome.map(({ place, ticket, lots }) => `${place} ${ticket} ${lots}\n`).join(''),
  `${draw.units} lots`,
)
step('so is their hash', sha(ascii(lines.join(''))).toString('hex') === draw.result, draw.result)
if (mine !== undefined && got.has(mine))
  console.log(`${mine}: place ${[...got.keys()].indexOf(mine) + 1}, ${got.get(mine)} lots`)

console.log(failed === 0 ? `${draw.id}: the draw is what it should be` : `${draw.id}: ${failed} WRONG`)
process.exit(failed === 0 ? 0 : 1)
