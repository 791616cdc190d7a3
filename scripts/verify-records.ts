/*
 * Checks what the server has published, and a member's own records: node scripts/verify-records.ts
 * FILE|ADDRESS [--keep FILE] Written from docs/verify-records.md; one file, Node 24 or later, nothing else.
 * FILE: what the app saves under "Check without this app". ADDRESS (http://localhost:8080): what anybody can
 * read of a running server. --keep: remembers the newest head in a file, and what comes later must go on from
 * it.
 */
import { createHash, createPublicKey, verify } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'

type Keys = { house: string; auditor: string }
type Head = { origin: string; size: number; root: string; at: string; house: string; auditor: string }
type Point = { size: number; root: string }
type Path = { from: number; to: number; path: string[] }
type Entry = {
  seq: number
  size: number
  record: string | null
  salt: string | null
  entry: string
  path: string[]
}
type Day = {
  origin: string
  day: string
  size: number
  members: number
  root: string
  total: number
  bank: number
  market: number
  at: string
  house: string
  auditor: string
}
type Own = {
  day: string
  pseudonym: string
  salt: string
  yen: number
  place: number
  path: { hash: string; yen: number }[]
}
type File = {
  format: string
  keys: Keys
  heads: Head[]
  consistency: Path[]
  records: Entry[]
  promises: string[]
  liabilities: Day[]
  own: Own | null
}
type Remembered = Point & { at: string; keys: Keys }
type Sum = { hash: Buffer; yen: bigint }

const args = process.argv.slice(2)
const keepAt = args.indexOf('--keep')
const keep = keepAt < 0 ? null : (args.splice(keepAt, 2)[1] ?? '')
const [source] = args
if (source === undefined || keep === '') {
  console.error('usage: node scripts/verify-records.ts FILE|ADDRESS [--keep FILE]')
  process.exit(2)
}

// Bytes.
const sha = (...parts: Buffer[]): Buffer => createHash('sha256').update(Buffer.concat(parts)).digest()
const hex = (text: unknown, bytes = 32): Buffer => {
  if (typeof text !== 'string' || text.length !== bytes * 2 || !/^[0-9a-f]*$/.test(text))
    throw new Error(`not ${bytes} bytes of hexadecimal`)
  return Buffer.from(text, 'hex')
}
const u64 = (value: number | bigint | string): Buffer => {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64BE(BigInt(value))
  return bytes
}
const lp = (text: string): Buffer => {
  const bytes = Buffer.from(text, 'latin1')
  return Buffer.concat([
    Buffer.from([bytes.length >>> 24, bytes.length >>> 16, bytes.length >>> 8, bytes.length]),
    bytes,
  ])
}
const isSigned = (text: string, signature: string, key: string): boolean =>
  verify(
    null,
    Buffer.from(text),
    createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: key }, format: 'jwk' }),
    Buffer.from(signature, 'base64url'),
  )

// The tree of RFC 9162, as its section 2.1 defines it: a path is walked from the top, where a tree of n
// leaves parts at the largest power of two below n.
const node = (left: Buffer, right: Buffer): Buffer => sha(Buffer.of(1), left, right)
function partOf(size: number): number {
  let part = 1
  while (part * 2 < size) part *= 2
  return part
}
/** The root over `size` leaves that `leaf` at `index` and its path lead to. */
function rootWith(leaf: Buffer, index: number, size: number, path: readonly Buffer[]): Buffer {
  if (!(index >= 0 && index < size)) throw new Error('the place is not in the tree')
  if (size === 1) {
    if (path.length > 0) throw new Error('the path is too long')
    return leaf
  }
  if (path.length === 0) throw new Error('the path is too short')
  const part = partOf(size)
  const beside = path.at(-1)!
  const rest = path.slice(0, -1)
  return index < part
    ? node(rootWith(leaf, index, part, rest), beside)
    : node(beside, rootWith(leaf, index - part, size - part, rest))
}
/**
 * Both roots that a consistency path leads to: of the first `from` leaves, and of all `size`. `whole`: the
 * older tree is all of this part, and its root is known.
 */
function rootsWith(
  from: number,
  size: number,
  path: readonly Buffer[],
  known: Buffer | null,
): [older: Buffer, newer: Buffer] {
  if (from === size) {
    if (known !== null) {
      if (path.length > 0) throw new Error('the path is too long')
      return [known, known]
    }
    if (path.length !== 1) throw new Error('the path has the wrong length')
    return [path[0]!, path[0]!]
  }
  if (path.length === 0) throw new Error('the path is too short')
  const part = partOf(size)
  const beside = path.at(-1)!
  const rest = path.slice(0, -1)
  if (from <= part) {
    const [older, newer] = rootsWith(from, part, rest, known)
    return [older, node(newer, beside)]
  }
  const [older, newer] = rootsWith(from - part, size - part, rest, null)
  return [node(beside, older), node(beside, newer)]
}
const continues = (
  { size: from, root: older }: Point,
  { size, root: newer }: Point,
  path: readonly string[],
): boolean => {
  if (from === size) return older === newer
  const [first, now] = rootsWith(
    from,
    size,
    path.map((each) => hex(each)),
    hex(older),
  )
  return first.toString('hex') === older && now.toString('hex') === newer
}

// Money owed.
const MOST = 2n ** 63n - 1n
const isSum = (yen: bigint): boolean => yen >= 0n && yen <= MOST
function sumNode(left: Sum, right: Sum): Sum {
  const yen = left.yen + right.yen
  if (![left.yen, right.yen, yen].every(isSum)) throw new Error('a sum is below zero or too large')
  return { hash: sha(Buffer.of(3), left.hash, u64(left.yen), right.hash, u64(right.yen)), yen }
}
function owedRoot({ pseudonym, salt, yen, place, path }: Own): Sum {
  if (!isSum(BigInt(yen)) || !(place >= 0 && place < 2 ** path.length))
    throw new Error('the leaf is not in such a tree')
  let at = place
  let found: Sum = { hash: sha(Buffer.of(2), lp(pseudonym), hex(salt, 16), u64(yen)), yen: BigInt(yen) }
  for (const step of path) {
    const beside = { hash: hex(step.hash), yen: BigInt(step.yen) }
    found = at % 2 === 1 ? sumNode(beside, found) : sumNode(found, beside)
    at = Math.floor(at / 2)
  }
  return found
}

let wrong = 0
/** A check that throws is one that fails: what it was given is not what it must be. */
function step(name: string, check: () => boolean, about = ''): void {
  let isRight = false
  let why = about
  try {
    isRight = check()
  } catch (err) {
    why = (err as Error).message
  }
  if (!isRight) wrong++
  console.log(`${isRight ? 'ok   ' : 'WRONG'} ${name}${why === '' ? '' : `: ${why}`}`)
}

/** The data that anybody can read of a running server, as a file of proofs without records. */
async function fetched(address: string): Promise<File> {
  const ask = async <T>(path: string): Promise<T> => {
    const { code, msg, data } = (await (await fetch(new URL(`/api${path}`, address))).json()) as {
      code: number
      msg: string
      data: T
    }
    if (code !== 1) throw new Error(`${path}: ${msg}`)
    return data
  }
  const { keys, newest, earlier } = await ask<{ keys: Keys; newest: Head | null; earlier: Head[] }>(
    '/trust/heads',
  )
  const heads = (newest === null ? [] : [newest, ...earlier]).toSorted((a, b) => a.size - b.size)
  const points: Point[] =
    remembered !== null && !heads.some(({ size }) => size === remembered.size)
      ? [remembered, ...heads].toSorted((a, b) => a.size - b.size)
      : heads
  const consistency: Path[] = []
  for (let index = 0; index + 1 < points.length; index++) {
    const [from, to] = [points[index]!.size, points[index + 1]!.size]
    consistency.push({
      from,
      to,
      path: (await ask<{ path: string[] }>(`/trust/consistency?from=${from}&to=${to}`)).path,
    })
  }
  return {
    format: 'akari-records-v1',
    keys,
    heads,
    consistency,
    records: [],
    promises: [],
    liabilities: (await ask<{ days: Day[] }>('/trust/liabilities')).days,
    own: null,
  }
}

const remembered =
  keep !== null && existsSync(keep) ? (JSON.parse(readFileSync(keep, 'utf8')) as Remembered) : null
let file: File
try {
  file = /^https?:/.test(source) ? await fetched(source) : (JSON.parse(readFileSync(source, 'utf8')) as File)
} catch (err) {
  console.error(`cannot be read: ${(err as Error).message}`)
  process.exit(2)
}
if (file.format !== 'akari-records-v1') {
  console.error('This is no file of proofs.')
  process.exit(2)
}
const missing = ['keys', 'heads', 'consistency', 'records', 'promises', 'liabilities', 'own'].filter(
  (part) => !(part in file),
)
if (missing.length > 0) {
  console.error(`This file of proofs has no ${missing.join(', ')}: it was cut, and proves nothing.`)
  process.exit(2)
}
const { keys, heads, consistency, records, promises, liabilities, own } = file
const origin = `akari-${keys.house.slice(0, 16)}`
const pathFrom = ({ size: from }: Point, { size: to }: Point): string[] =>
  consistency.find((each) => each.from === from && each.to === to)?.path ?? []

// 1. Heads: signed by both, each going on from the one before.
if (heads.length === 0) console.log('nothing has been published yet')
for (const head of heads) {
  const text = `KABU-HEAD-v1\n${head.origin}\n${head.size}\n${head.root}\n${head.at}\n`
  step(
    `head of ${head.size} records: signed by the firm and by the auditor`,
    () =>
      head.origin === origin &&
      isSigned(text, head.house, keys.house) &&
      isSigned(text, head.auditor, keys.auditor),
    head.at,
  )
}
for (let index = 0; index + 1 < heads.length; index++) {
  const [older, newer] = [heads[index]!, heads[index + 1]!]
  step(`the first ${older.size} of ${newer.size} records are those that were published before`, () =>
    continues(older, newer, pathFrom(older, newer)),
  )
}
const newest = heads.at(-1)
if (remembered !== null && newest !== undefined) {
  step(
    'the keys are those of the last look',
    () => remembered.keys.house === keys.house && remembered.keys.auditor === keys.auditor,
  )
  // The heads are in one line: the head of the last look must be in it, or lead into it.
  const next = heads.find(({ size }) => size >= remembered.size)
  step(
    `the journal goes on from the ${remembered.size} records of the last look`,
    () => next !== undefined && continues(remembered, next, pathFrom(remembered, next)),
    remembered.at,
  )
}

type Said = {
  seq: string
  type: string
  device: string
  key: string
  body: {
    input?: { sessionId?: string; id?: string; publicKey?: string }
    signed?: { at: string; body: string; path: string; signature: string }
  }
}
const saidBy = (record: string) => JSON.parse(record) as Said

// Commands that devices and API keys signed: each as it was sent, under the key that the journal knows.
const said = records.flatMap(({ record }) => (record === null ? [] : [saidBy(record)]))
const deviceKeys = new Map(
  said
    .filter(({ type }) => type === 'device.register' || type === 'api-key.make')
    .map(({ type, device, body: { input } }) => [
      type === 'api-key.make' ? `s:${input?.id ?? ''}` : device,
      input?.publicKey ?? '',
    ]),
)
function isByDevice({ key, body: { signed } }: Said, publicKey: string): boolean {
  const { at, body, path, signature } = signed!
  const bytes = Buffer.concat([
    Buffer.from('KABU-CMD-v1\0'),
    lp('POST'),
    lp(path),
    lp(key),
    u64(at),
    hex(body),
  ])
  const spki = createPublicKey({ key: Buffer.from(publicKey, 'base64url'), format: 'der', type: 'spki' })
  return verify(
    'sha256',
    bytes,
    { key: spki, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
}

// 2. The member's records: each in a head, and hashing to what stands there.
for (const { seq, size, record, salt, entry, path } of records) {
  step(`record ${seq} is in the head of ${size}`, () => {
    const head = heads.find((each) => each.size === size)
    if (head === undefined) throw new Error('its head is not in the file')
    const leaf = sha(Buffer.of(0), hex(entry))
    return (
      rootWith(
        leaf,
        seq,
        size,
        path.map((each) => hex(each)),
      ).toString('hex') === head.root
    )
  })
  if (record === null || salt === null) continue
  step(
    `record ${seq} is the text that was hashed`,
    () =>
      sha(Buffer.from('KABU-ENT-v1\0'), hex(salt, 16), Buffer.from(record)).toString('hex') === entry &&
      saidBy(record).seq === String(seq),
    saidBy(record).type,
  )
}

for (const each of said) {
  if (each.body.signed === undefined) continue
  const publicKey = deviceKeys.get(each.device)
  if (publicKey === undefined)
    console.log(`     record ${each.seq} is signed by a device whose own record is not in the file`)
  else
    step(
      `record ${each.seq} is signed by the member’s device`,
      () => isByDevice(each, publicKey),
      each.body.signed.path,
    )
}

// 3. Promises: signed; where the record is in the file, it is the one that was promised.
for (const text of promises) {
  const [seq = '', place, size, at = '', signature = '', leaf, ...path] = text.split(' ')
  step(`record ${seq} was promised on ${at}`, () => {
    const root = rootWith(
      sha(Buffer.of(0), u64(seq), hex(leaf)),
      Number(place),
      Number(size),
      path.map((each) => hex(each)),
    )
    return isSigned(`KABU-PROMISE-v1\n${origin}\n${root.toString('hex')}\n${at}\n`, signature, keys.house)
  })
  const record = records.find((each) => each.seq === Number(seq))
  if (record !== undefined)
    step(
      `record ${seq} is the one that was promised`,
      () => sha(Buffer.of(0), hex(record.entry)).toString('hex') === leaf,
    )
  else if (newest !== undefined)
    step(
      `record ${seq} was not due yet`,
      () => newest.size <= Number(seq) && Date.parse(newest.at) - Date.parse(at) <= 60_000,
      `the newest head has ${newest.size}`,
    )
}

// 4. What the server owes.
for (const day of liabilities) {
  const text = `KABU-LIABILITIES-v1\n${day.origin}\n${day.day}\n${day.size}\n${day.members}\n${day.root}\n${day.total}\n${day.bank}\n${day.market}\n${day.at}\n`
  step(
    `${day.day}: signed by the firm and by the auditor`,
    () =>
      day.origin === origin &&
      isSigned(text, day.house, keys.house) &&
      isSigned(text, day.auditor, keys.auditor),
    `${day.total} yen owed to ${day.members}`,
  )
  step(
    `${day.day}: what is owed is in the account`,
    () => day.total <= day.bank + day.market,
    `${day.bank + day.market} yen`,
  )
}
if (own !== null) {
  step(`${own.day}: ${own.yen} yen of ${own.pseudonym} are in the total`, () => {
    const day = liabilities.find((each) => each.day === own.day)
    const root = owedRoot(own)
    return day !== undefined && root.hash.toString('hex') === day.root && root.yen === BigInt(day.total)
  })
}

if (keep !== null && wrong === 0 && newest !== undefined)
  writeFileSync(keep, JSON.stringify({ size: newest.size, root: newest.root, at: newest.at, keys }))
// A file without a part holds as well as a whole one: the reader is told what it had.
console.log(
  `held: ${heads.length} heads, ${records.length} records of the member, ${promises.length} promises, ${liabilities.length} days of liabilities, ${own === null ? 'not' : 'with'} the member’s own part`,
)
console.log(wrong === 0 ? 'everything holds' : `${wrong} WRONG`)
process.exit(wrong === 0 ? 0 : 1)
