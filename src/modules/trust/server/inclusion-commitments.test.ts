import { standIn } from '#kernel/stand-in.fixture.ts'
import { createPublicKey, verify } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { hexOf } from '#kernel/hex.ts'
import { uuidv7 } from '#kernel/id.ts'
import type { Batch, Store } from '#platform/engine/store.ts'
import { newKey, reopen, startTestApp, type TestApp } from '#server/test-app.ts'
import { bytesOf } from '../model/bytes.ts'
import { originOf } from '../model/head.ts'
import {
  committedRoot,
  commitmentText,
  readCommitment,
  type InclusionCommitment,
} from '../model/inclusion-commitment.ts'
import { entryHash, recordLeaf } from '../model/record.ts'
import { leafHash } from '../model/tree.ts'
import { bytesOfText, leavesBy } from './leaves.ts'
import { openInclusionCommitments } from './inclusion-commitments.ts'

const isSigned = (promised: InclusionCommitment, key: string): boolean =>
  verify(
    null,
    Buffer.from(commitmentText(originOf(key), committedRoot(promised)!, promised.at)),
    createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: key }, format: 'jwk' }),
    Buffer.from(promised.signature, 'base64url'),
  )

let app: TestApp
let member: Awaited<ReturnType<TestApp['enrol']>>
let serverKey: string
beforeAll(async () => {
  app = await startTestApp()
  member = await app.enrol('090-5454-0011')
  serverKey = (await app.call('GET', '/api/trust/heads')).data.keys.house
}, 60_000)
const order = (key: string, quantity = 100) =>
  app.call('POST', '/api/orders', {
    token: member.token,
    key,
    body: { code: 'S000', side: 'up', type: 'limit', price: 1, quantity, leverage: 1 },
  })

describe('the answer to a command', () => {
  it('promises its record: signed, and the leaf that the tree then holds; refused commands too', async () => {
    const answer = await order(newKey())
    expect(answer.data).toHaveProperty('rejection')
    const promised = readCommitment(answer.headers.get('promise')!)!
    expect(isSigned(promised, serverKey)).toBe(true)
    const row = await app.context.db.kysely
      .selectFrom('journal')
      .select('record')
      .where('seq', '=', promised.seq)
      .executeTakeFirstOrThrow()
    expect(JSON.parse(row.record.toString()).actor).toBe(`m:${member.userId}`)
    expect(
      hexOf(recordLeaf(bytesOfText(leavesBy(app.context.config.keys.salts).salt(promised.seq)), row.record)),
    ).toBe(promised.leaf)
    await expect
      .poll(
        async () =>
          (await app.call('GET', `/api/trust/records/${promised.seq}`, { token: member.token })).code,
        { timeout: 30_000 },
      )
      .toBe(1)
    const { data: proof } = await app.call('GET', `/api/trust/records/${promised.seq}`, {
      token: member.token,
    })
    expect(hexOf(leafHash(bytesOf(proof.entry, 32)))).toBe(promised.leaf)
    expect(hexOf(entryHash(bytesOf(proof.salt, 16), Buffer.from(proof.record)))).toBe(proof.entry)
  }, 60_000)
  it('and to its repeat, and to the question what became of it, is the same to the letter', async () => {
    const key = newKey()
    const [first, again] = [await order(key), await order(key)]
    expect([again.headers.get('idempotent-replay'), again.headers.get('promise')]).toEqual([
      '1',
      first.headers.get('promise'),
    ])
    expect((await app.call('GET', `/api/ops/${key}`, { token: member.token })).data.promise).toBe(
      first.headers.get('promise'),
    )
    expect(again.data).toEqual(first.data)
  })
  it('that no record was written for promises nothing', async () => {
    const malformed = await app.call('POST', '/api/orders', { token: member.token, body: { code: 'S000' } })
    expect([malformed.status, malformed.headers.get('promise')]).toEqual([400, null])
    expect((await app.call('GET', '/api/account', { token: member.token })).headers.get('promise')).toBeNull()
    expect((await app.call('GET', `/api/ops/${newKey()}`, { token: member.token })).data).toEqual({
      state: 'unknown',
    })
  })
})

describe('after a restart', () => {
  it('given again after a restart promises the same record and leaf, signed alone as of its own time', async () => {
    const key = newKey()
    const before = readCommitment((await order(key)).headers.get('promise')!)!
    const { port } = await reopen(app)
    const ask = async () => {
      const response = await fetch(`http://localhost:${port}/api/ops/${key}`, {
        headers: { token: member.token },
      })
      return ((await response.json()) as { data: { promise: string } }).data.promise
    }
    const after = readCommitment(await ask())!
    expect([after.seq, after.leaf, after.size, after.path]).toEqual([before.seq, before.leaf, 1, []])
    expect(isSigned(after, serverKey)).toBe(true)
    expect(await ask()).toBe(await ask())
  }, 60_000)
})

describe('a batch', () => {
  const keys = { signing: Buffer.alloc(32, 7), salts: Buffer.alloc(32, 9) }
  const store = standIn<Store>({ flush: async () => {} })
  const made = (count: number) => {
    const commitments = openInclusionCommitments({
      keys,
      wall: () => 1_767_225_600_000,
      db: null as never,
      durable: () => {},
    })
    const journal = Array.from({ length: count * 2 }, (_, index) => ({
      seq: 40 + index,
      ts: 0,
      type: 't',
      record: `{"seq":"${40 + index}"}`,
      hash: '',
    }))
    // Every other record answers somebody: fills and the like stand between them.
    const answers = Array.from({ length: count }, (_, index) => ({
      member: 'a',
      key: uuidv7(index, new Uint8Array(16)),
      seq: 41 + index * 2,
      request: '',
      answer: '',
    }))
    void commitments.over(store).flush({ previous: 39, journal, answers, changes: [] } satisfies Batch)
    return answers.map(({ key }) => readCommitment(commitments.of('a', key, false) as string)!)
  }
  it.each([1, 2, 3, 7, 64, 80])(
    'of %d is signed once, and every promise leads to what was signed',
    (count) => {
      const all = made(count)
      const roots = new Set(all.map(committedRoot))
      expect([
        roots.size,
        new Set(all.map(({ signature }) => signature)).size,
        all.map(({ seq }) => seq).at(-1),
      ]).toEqual([1, 1, 39 + count * 2])
      for (const [index, promised] of all.entries()) {
        expect(promised.leaf).toBe(
          hexOf(
            recordLeaf(
              bytesOfText(leavesBy(keys.salts).salt(promised.seq)),
              Buffer.from(`{"seq":"${promised.seq}"}`),
            ),
          ),
        )
        expect(committedRoot({ ...promised, seq: promised.seq + 1 })).not.toBe([...roots][0])
        if (count > 1)
          expect(committedRoot({ ...promised, leaf: all[(index + 1) % count]!.leaf })).not.toBe([...roots][0])
      }
    },
  )
})

it.each([
  '',
  '1',
  '1 0 1 2026-01-01T00:00:00.000Z x y',
  `1 0 1 2026-01-01T00:00:00.000Z ${'a'.repeat(86)} ${'g'.repeat(64)}`,
  `-1 0 1 2026-01-01T00:00:00.000Z ${'a'.repeat(86)} ${'0'.repeat(64)}`,
])('"%s" is no promise', (text) => expect(readCommitment(text)).toBeNull())
