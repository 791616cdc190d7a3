import { generateKeyPairSync, sign } from 'node:crypto'
import { beforeEach, expect, it, vi } from 'vitest'
import type { StoredCommitment } from '#client/commitments.ts'
import { hexOf } from '#kernel/hex.ts'
import { iso } from '#kernel/time.ts'
import { headText, originOf } from '../model/head.ts'
import {
  commitmentHeader,
  commitmentText,
  committedRoot,
  type InclusionCommitment,
} from '../model/inclusion-commitment.ts'
import { entryHash, recordLeaf } from '../model/record.ts'
import {
  consistencyPath,
  inclusionPath,
  nodeOver,
  rangeRoot,
  treeRoot,
  type Hash,
  type Range,
} from '../model/tree.ts'

/** By the name of a route, each of which has arguments of its own. */
const answers: Record<string, (args: any) => unknown> = {}
vi.mock('#client/texts.ts', () => ({ translate: (key: string) => key }))
vi.mock('#client/call.ts', () => ({
  call: async (route: { name: string }, args: unknown) => answers[route.name]!(args),
}))
const { CallError } = await import('#client/call-error.ts')
const { proofFailures, commitments } = await import('#client/commitments.ts')
const { judgeHead } = await import('./check.ts')
const { storedCommitments } = await import('./stored-commitments.ts')
const { checkCommitment, settle } = await import('./check-commitment.ts')

function signer() {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  return {
    publicKey: publicKey.export({ format: 'jwk' }).x!,
    sign: (text: string) => sign(null, Buffer.from(text), privateKey).toString('base64url'),
  }
}
const [app, auditor] = [signer(), signer()]
const keys = { house: app.publicKey, auditor: auditor.publicKey }
const origin = originOf(keys.house)
const T = Date.now()
const record = (seq: number, word = 'true') => Buffer.from(`{"seq":"${seq}","word":"${word}"}`)
const salt = new Uint8Array(16)

/** A server with so many records; `lie`: the record that is not what it was promised to be. */
function journal(size: number, lie = -1) {
  const records = Array.from({ length: size }, (_, seq) => record(seq, seq === lie ? 'lie' : 'true'))
  const leaves: Hash[] = records.map((text) => recordLeaf(salt, text))
  const over = (range: Range) => hexOf(rangeRoot(range, (node) => nodeOver((index) => leaves[index]!, node)))
  const headAt = (at: number) => {
    const head = { origin, size, root: hexOf(treeRoot(leaves)), at: iso(at) }
    return { ...head, house: app.sign(headText(head)), auditor: auditor.sign(headText(head)) }
  }
  return {
    headAt,
    serve(head: ReturnType<typeof headAt>) {
      answers['getConsistency'] = ({ query: { from, to } }) => ({
        head,
        path: consistencyPath(Number(from), Number(to)).map(over),
      })
      answers['getProof'] = ({ params: { seq } }) => {
        if (Number(seq) >= size)
          throw new CallError('refused', 2, '', { rejection: 'NOT_PUBLISHED', detail: {} })
        const text = records[Number(seq)]!
        return {
          seq: Number(seq),
          record: text.toString(),
          salt: hexOf(salt),
          entry: hexOf(entryHash(salt, text)),
          path: inclusionPath(Number(seq), size).map(over),
          head,
        }
      }
    },
  }
}
function commitmentFor(seq: number, at = T, by = app, word = 'true'): StoredCommitment {
  const promised: InclusionCommitment = {
    seq,
    leaf: hexOf(recordLeaf(salt, record(seq, word))),
    place: 0,
    size: 1,
    path: [],
    at: iso(at),
    signature: '',
  }
  return {
    text: commitmentHeader({
      ...promised,
      signature: by.sign(commitmentText(origin, committedRoot(promised)!, promised.at)),
    }),
    userId: 'm',
    at,
  }
}

beforeEach(() => {
  for (const proofFailure of proofFailures.entries()) proofFailures.remove(proofFailure)
  commitments.clear()
})

const cases: [
  what: string,
  verdict: string,
  facts: { records: number; headAt?: number; promise: StoredCommitment },
][] = [
  ['its record is in the head', 'kept', { records: 9, promise: commitmentFor(7) }],
  ['no head holds it yet', 'waiting', { records: 5, promise: commitmentFor(7) }],
  [
    'a head of a minute later does not hold it',
    'missing',
    { records: 5, headAt: T + 61_000, promise: commitmentFor(7) },
  ],
  [
    'no head comes for minutes',
    'missing',
    { records: 5, headAt: T - 400_000, promise: commitmentFor(7, T - 200_000) },
  ],
  [
    'the head holds something else there',
    'differs',
    { records: 9, promise: commitmentFor(7, T, app, 'other') },
  ],
  ['it is signed by somebody else', 'unsigned', { records: 9, promise: commitmentFor(7, T, auditor) }],
  ['it is no promise', 'unsigned', { records: 9, promise: { text: 'x', userId: 'm', at: T } }],
]
it.each(cases)(
  'a promise of which %s: %s',
  async (_, verdict, { records, headAt = T, promise: commitment }) => {
    const { headAt: make, serve } = journal(records)
    const head = make(headAt)
    serve(head)
    expect(await checkCommitment(commitment, { head, keys })).toBe(verdict)
  },
)

it('an answer that does not come is no verdict', async () => {
  const { headAt, serve } = journal(9)
  serve(headAt(T))
  answers['getProof'] = () => {
    throw new CallError('network', 0, '')
  }
  await expect(checkCommitment(commitmentFor(7), { head: headAt(T), keys })).rejects.toThrow(CallError)
})

it('what is missing is a breach until it is found late; what differs stays one', () => {
  const [late, lie] = [commitmentFor(3), commitmentFor(4)]
  for (const commitment of [late, lie]) commitments.add(commitment)
  settle(late, 'waiting')
  expect(proofFailures.entries()).toEqual([])
  settle(late, 'missing')
  settle(lie, 'differs')
  expect([proofFailures.entries().map(({ kind }) => kind), commitments.entries()]).toEqual([
    ['differs', 'missing'],
    [late],
  ])
  settle(late, 'kept')
  expect([
    proofFailures.entries().map(({ kind }) => kind),
    commitments.entries(),
    storedCommitments.entries().map(({ seq }) => seq),
  ]).toEqual([['differs'], [], [3]])
})

it('heads are kept where they go on from the one before, whichever comes first; not where they deny it or are signed with other keys', async () => {
  const at = async (size: number, lie = -1, by = keys) => {
    const { headAt, serve } = journal(size, lie)
    const head = headAt(T)
    serve(size >= 20 ? head : journal(20, lie).headAt(T))
    if (size < 20) journal(20, lie).serve(head)
    return (await judgeHead(head, by)).continuity
  }
  const started = await at(12)
  expect(['first', 'continues']).toContain(started)
  expect(await at(20)).toBe('continues')
  expect(await at(13)).toBe('continues')
  expect(await at(33)).toBe('continues')
  expect(await at(40, 5)).toBe('broken')
  expect(await at(33, 5)).toBe('broken')
  expect(await at(33, -1, { ...keys, auditor: keys.house })).toBe('other-keys')
})
