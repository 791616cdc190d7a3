import { createPublicKey, verify } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hexOf } from '#kernel/hex.ts'
import { startTestApp, type TestApp } from '#server/test-app.ts'
import { waitFor } from '#server/wait-for.fixture.ts'
import { bytesOf } from '../model/bytes.ts'
import { headText } from '../model/head.ts'
import { entryHash, recordLeaf } from '../model/record.ts'
import { leafHash, nodeHash, rootByInclusion, rootsByConsistency, type Hash } from '../model/tree.ts'
import { openHeads, type Heads } from './heads.ts'
import { bytesOfText, leavesBy } from './leaves.ts'
import { newestSigned } from './newest-signed.ts'
import { openSigners } from './signers.ts'
import { treeThread, type TreeThread } from './tree-thread.ts'
import { Inconsistent } from './witness.ts'

/** RFC 9162, 2.1.1, from the records themselves. */
function rootOf(leaves: readonly Hash[]): Hash {
  if (leaves.length === 1) return leaves[0]!
  let split = 1
  while (split * 2 < leaves.length) split *= 2
  return nodeHash(rootOf(leaves.slice(0, split)), rootOf(leaves.slice(split)))
}
const isSigned = (text: string, signature: string, key: string): boolean =>
  verify(
    null,
    Buffer.from(text),
    createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: key }, format: 'jwk' }),
    Buffer.from(signature, 'base64url'),
  )
const hash = (hex: string) => bytesOf(hex, 32)
const hex = (found: Hash | null) => (found === null ? null : hexOf(found))

let app: TestApp
let tree: TreeThread
let heads: Heads
let member: Awaited<ReturnType<TestApp['enrol']>>
beforeAll(async () => {
  app = await startTestApp()
  member = await app.enrol('090-5454-0001')
  // Heads are published when a test says so, and by nobody else: the witness knows one line of them.
  await app.modules.all.find(({ name }) => name === 'trust')!.stop!()
  tree = treeThread(app.context.db.config, app.context.config.keys.salts)
  heads = openHeads(app.context, openSigners(app.context.config), tree)
}, 60_000)
afterAll(async () => {
  await heads.stop()
  await tree.stop()
})

const newest = async () => (await app.call('GET', '/api/trust/heads')).data
const own = async () => (await app.call('GET', '/api/trust/records', { token: member.token })).data
const proofOf = (seq: number, token = member.token) => app.call('GET', `/api/trust/records/${seq}`, { token })
const many = (count: number) =>
  Promise.all(
    Array.from({ length: count }, (_, n) =>
      app.modules.inbox.tellMember(member.userId, 'depositCredited', { amount: n + 1 }),
    ),
  )
async function leaves(size: number): Promise<Hash[]> {
  const rows = await app.context.db.kysely
    .selectFrom('journal')
    .select(['seq', 'record'])
    .where('seq', '<', size)
    .orderBy('seq')
    .execute()
  const by = leavesBy(app.context.config.keys.salts)
  return rows.map(({ seq, record }) => recordLeaf(bytesOfText(by.salt(seq)), record))
}

describe('heads', () => {
  it('are the root over all records, signed by the firm and by the auditor', async () => {
    await heads.publish()
    const { newest: head, keys, records } = await newest()
    expect(hex(rootOf(await leaves(head.size)))).toBe(head.root)
    expect(records).toBeGreaterThanOrEqual(head.size)
    expect([
      isSigned(headText(head), head.house, keys.house),
      isSigned(headText(head), head.auditor, keys.auditor),
    ]).toEqual([true, true])
    expect(isSigned(headText({ ...head, size: head.size + 1 }), head.house, keys.house)).toBe(false)
  })
  it('each begin with the one before, over tiles that fill up and restarts of the thread', async () => {
    for (const count of [3, 250, 300]) {
      const { newest: before } = await newest()
      await many(count)
      await tree.stop()
      await heads.publish()
      const {
        data: { head, path },
      } = await app.call('GET', `/api/trust/consistency?from=${before.size}`)
      expect(head.size).toBeGreaterThanOrEqual(before.size + count)
      expect(hex(rootOf(await leaves(head.size)))).toBe(head.root)
      const roots = rootsByConsistency(before.size, head.size, hash(before.root), path.map(hash))
      expect([hex(roots!.before), hex(roots!.now)]).toEqual([before.root, head.root])
    }
    expect((await app.call('GET', '/api/trust/consistency?from=999999')).data).toMatchObject({
      rejection: 'NO_SUCH_HEAD',
    })
  })
})

describe('leaves that the engine tells', () => {
  const told = async (from: number): Promise<string[]> => {
    const rows = await app.context.db.kysely
      .selectFrom('journal')
      .select(['seq', 'record'])
      .where('seq', '>=', from)
      .orderBy('seq')
      .execute()
    const by = leavesBy(app.context.config.keys.salts)
    return rows.map(({ seq, record }) => by.leaf(seq, record))
  }
  it('stand in the head as they were written, whatever the disk says by then', async () => {
    await heads.publish()
    const {
      newest: { size: first },
    } = await newest()
    await many(700)
    const written = await leaves(first + 700)
    for (const texts = await told(first), at = { seq: first }; texts.length > 0;) {
      const batch = texts.splice(0, 60)
      tree.take(at.seq, batch.join(''))
      at.seq += batch.length
    }
    const seq = first + 650
    const { record } = await app.context.db.kysely
      .selectFrom('journal')
      .select('record')
      .where('seq', '=', seq)
      .executeTakeFirstOrThrow()
    const write = (to: Buffer) =>
      app.context.db.pool.query('update journal set record = $1 where seq = $2', [to, seq])
    await write(Buffer.concat([record, Buffer.from(' ')]))
    await heads.publish()
    const { newest: head } = await newest()
    await write(record)
    expect(head.size).toBeGreaterThanOrEqual(first + 700)
    expect(hex(rootOf([...written, ...(await leaves(head.size)).slice(written.length)]))).toBe(head.root)
  })
  it('may be missing, told twice or out of their order: those are read', async () => {
    const {
      newest: { size: first },
    } = await newest()
    await many(600)
    const texts = await told(first)
    for (const [from, to] of [
      [40, 300],
      [0, 20],
      [0, 20],
      [10, 30],
      [500, 600],
    ] as const)
      tree.take(first + from, texts.slice(from, to).join(''))
    await heads.publish()
    const { newest: head } = await newest()
    expect(head.size).toBeGreaterThanOrEqual(first + 600)
    expect(hex(rootOf(await leaves(head.size)))).toBe(head.root)
  })
})

describe('a record', () => {
  it('of the member is shown with what proves it, and hashes to it', async () => {
    const [first] = (await own()).toReversed()
    expect(first).toMatchObject({ kinds: ['opening-deposit'], isPublished: true })
    const { data: proof } = await proofOf(first.seq)
    expect(JSON.parse(proof.record).body.transfers[0]).toMatchObject({
      kind: 'opening-deposit',
      yen: '10000000',
    })
    expect(hex(entryHash(bytesOf(proof.salt, 16), Buffer.from(proof.record)))).toBe(proof.entry)
    expect(
      hex(rootByInclusion(leafHash(hash(proof.entry)), proof.seq, proof.head.size, proof.path.map(hash))),
    ).toBe(proof.head.root)
  })
  it('that is in no head yet, of another member or of nobody is refused', async () => {
    const other = await app.enrol('090-5454-0002')
    const [last] = (await app.call('GET', '/api/trust/records', { token: other.token })).data
    expect((await proofOf(last.seq, other.token)).data).toMatchObject({ rejection: 'NOT_PUBLISHED' })
    await heads.publish()
    expect((await proofOf(last.seq, other.token)).code).toBe(1)
    for (const seq of [last.seq, 0, 9_999_999]) expect((await proofOf(seq)).status).toBe(404)
    expect((await app.call('GET', `/api/trust/records/${last.seq}`)).status).toBe(401)
  })
})

describe('the files of the auditor’s process', () => {
  const file = () => join(app.context.config.dataDir, 'auditor-head.json')
  const health = async () => (await app.call('GET', '/api/health')).data
  /** The damage to the file, and the name under which the server says so. */
  const DAMAGES: readonly [what: string, fault: string, damage: (text: string) => void][] = [
    ['deleted', 'witness-missing', () => rmSync(file())],
    ['empty', 'witness-damaged', () => writeFileSync(file(), '')],
    ['cut', 'witness-damaged', (text) => writeFileSync(file(), text.slice(0, 40))],
    ['garbled', 'witness-damaged', () => writeFileSync(file(), Buffer.from([0, 255, 7, 9]))],
    ['of another thing', 'witness-damaged', () => writeFileSync(file(), '[]')],
    [
      'with one digit changed',
      'witness-damaged',
      (text) =>
        writeFileSync(
          file(),
          text.replace(/"size":(\d)/, (_, digit) => `"size":${(Number(digit) % 9) + 1}`),
        ),
    ],
    [
      'with one letter of the root changed',
      'witness-damaged',
      (text) =>
        writeFileSync(
          file(),
          text.replace(/"root":"./, (found) => (found.endsWith('a') ? '"root":"b' : '"root":"a')),
        ),
    ],
  ]
  it.each(DAMAGES)('%s: no head is signed, and it is said as %s', async (_what, fault, damage) => {
    await many(1)
    await heads.publish()
    const text = readFileSync(file(), 'utf8')
    damage(text)
    await many(1)
    await expect(heads.publish()).rejects.toMatchObject({ how: fault })
    writeFileSync(file(), text)
    await heads.publish()
  })
  it('begin anew from what was published, by an act of people', async () => {
    const signers = openSigners(app.context.config)
    rmSync(file())
    await many(1)
    await expect(heads.publish()).rejects.toThrow('npm run witness')
    const { head, day } = await newestSigned(app.context.db, signers)
    expect(head).toMatchObject({ size: (await newest()).newest.size })
    signers.auditor.beginAnew(head, day)
    await heads.publish()
    expect((await newest()).newest.size).toBeGreaterThan(head!.size)
  })
  it('are named by health, which is not well until a head is published again', async () => {
    const own = openHeads(app.context, openSigners(app.context.config), tree)
    expect((await health()).faults).toEqual([])
    const text = readFileSync(file(), 'utf8')
    writeFileSync(file(), '{')
    await many(1)
    own.open()
    await waitFor(
      async () => own.fault(),
      (fault) => fault === 'witness-damaged',
    )
    await own.stop()
    writeFileSync(file(), text)
    await own.publish()
    expect(own.fault()).toBeNull()
  })
})

describe('whoever rewrites the journal in the database', () => {
  const change = (seq: number, to: string) =>
    app.context.db.pool.query('update journal set record = $1 where seq = $2', [Buffer.from(to), seq])
  it('is found out by the member whose record it was, and by the auditor, whatever else is rewritten with it', async () => {
    const [first] = (await own()).toReversed()
    const { data: proof } = await proofOf(first.seq)
    await tree.stop()
    await change(first.seq, proof.record.replace('10000000', '10000001'))
    const forged = await tree.inclusion(first.seq, proof.head.size)
    expect(
      hex(rootByInclusion(leafHash(hash(forged.entry)), first.seq, proof.head.size, forged.path.map(hash))),
    ).not.toBe(proof.head.root)

    await many(1)
    await tree.stop()
    await app.context.db.pool.query('delete from journal_nodes')
    await expect(heads.publish()).rejects.toThrow(Inconsistent)
    await change(first.seq, proof.record)
    await tree.stop()
    await app.context.db.pool.query('delete from journal_nodes')
    await heads.publish()
    expect((await newest()).newest.size).toBeGreaterThan(proof.head.size)
  })
})
