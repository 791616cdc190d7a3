import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonical, type Json } from '#kernel/hash.ts'
import { seeded } from '#kernel/random.ts'
import {
  BrokenChain,
  bodyText,
  bodyValue,
  CHAIN_START,
  chainChecker,
  chained,
  commandBody,
  readRecord,
  recordText,
} from './journal.ts'
import type { JournalRecord } from './store.ts'

const genesis = { actor: 'system', device: '', key: '', seq: 0, ts: 1_767_225_600_000, type: 'genesis' }
const withdrawal = {
  actor: 'm:0001',
  device: 'd:01',
  key: '7c1d0f0e-0000-4000-8000-000000000001',
  seq: 1,
  ts: 1_767_225_601_000,
  type: 'withdrawal.request',
}

describe('the published vectors of the journal', () => {
  const first = recordText(genesis, bodyText({ v: 1 }))
  const second = recordText(withdrawal, bodyText({ yen: 10_000, account: 'b:01' }))
  const h0 = chained(CHAIN_START, Buffer.from(first))
  const h1 = chained(h0, Buffer.from(second))
  const hex = (hash: string) => Buffer.from(hash, 'latin1').toString('hex')
  it.each([
    [
      'the first record',
      first,
      '{"actor":"system","body":{"v":"1"},"device":"","key":"","seq":"0","ts":"1767225600000","type":"genesis"}',
    ],
    [
      'the second record',
      second,
      '{"actor":"m:0001","body":{"account":"b:01","yen":"10000"},"device":"d:01","key":"7c1d0f0e-0000-4000-8000-000000000001","seq":"1","ts":"1767225601000","type":"withdrawal.request"}',
    ],
    ['h0', hex(h0), '52f83d7c84e69350f19809a35dffe75e7977d2bf563cf39d259e098d4380f6e2'],
    ['h1', hex(h1), '8536285733fd406f29dcb884023a74b0a949ed53d264ee74a0da522dd776f18c'],
  ])('%s', (_name, got, wanted) => expect(got).toBe(wanted))
})

describe('a body', () => {
  const cases: [name: string, value: Json, text: string][] = [
    ['a number is a decimal text', { yen: 100 }, '{"yen":"100"}'],
    ['a text that reads as a number carries an apostrophe', { code: '7203' }, `{"code":"'7203"}`],
    ['so does one with an apostrophe in front', { name: "'tis" }, `{"name":"''tis"}`],
    [
      'a date or an id is a text as it stands',
      { date: '2026-11-19', id: '0190a1' },
      '{"date":"2026-11-19","id":"0190a1"}',
    ],
    ['keys are sorted, absent members left out', { b: 1, a: null, c: undefined }, '{"a":null,"b":"1"}'],
    ['quotes, controls and Japanese', { text: 'a"b\n明' }, '{"text":"a\\"b\\n明"}'],
    ['lists', [1, '1', true, []], `["1","'1",true,[]]`],
  ]
  it.each(cases)('%s', (_name, value, text) => expect(bodyText(value)).toBe(text))

  it.each([[Number.NaN], [Infinity]])('%s is no number of the journal', (value) =>
    expect(() => bodyText({ value })).toThrow(),
  )

  it('can be read back, and is canonical, whatever it holds', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (sent) => {
        const value = JSON.parse(JSON.stringify(sent)) as Json
        const text = bodyText(value)
        expect(bodyValue(JSON.parse(text))).toEqual(value)
        expect(canonical(JSON.parse(text))).toBe(text)
      }),
      { numRuns: 1_000, examples: [['7203'], [{ __proto__: 1, a: '-1.5e+3' }], [-0], [1e21], [5e-324]] },
    )
  })

  it('of a command reads back as what was given', () => {
    const body = commandBody(
      { at: 5 },
      bodyText({ code: '1301' }),
      { ok: true, answer: { id: '9' }, events: [] },
      [{ yen: 3 }],
    )
    const entry = readRecord(recordText(withdrawal, body))
    expect(entry).toEqual({
      ...withdrawal,
      body: { given: { at: 5 }, input: { code: '1301' }, result: { ok: true }, transfers: [{ yen: 3 }] },
    })
    expect(
      commandBody(undefined, '', { ok: false, rejection: 'LOT_SIZE', detail: { lotSize: 100 } }, []),
    ).toBe('{"result":{"detail":{"lotSize":"100"},"ok":false,"rejection":"LOT_SIZE"},"transfers":[]}')
  })
})

describe('the chain', () => {
  const length = 60
  const intact: JournalRecord[] = []
  for (let seq = 0, hash = CHAIN_START; seq < length; seq++) {
    const head = { ...genesis, seq, ts: genesis.ts + seq, type: 'test' }
    const record = Buffer.from(recordText(head, bodyText({ yen: seq * 7 })))
    hash = chained(hash, record)
    intact.push({ seq, ts: head.ts, type: 'test', record, hash: Buffer.from(hash, 'latin1') })
  }
  const firstBad = (records: readonly JournalRecord[]): number | null => {
    const checker = chainChecker({ seq: -1, hash: CHAIN_START, ts: 0 })
    try {
      for (const record of records) checker.next(record)
    } catch (error) {
      if (error instanceof BrokenChain) return error.seq
      throw error
    }
    return checker.head().seq === length - 1 ? null : checker.head().seq + 1
  }

  it('holds as it was written', () => expect(firstBad(intact)).toBeNull())

  it('names the first bad seq of 1,000 edits, deletions, swaps and truncations', () => {
    const random = seeded('chain')
    for (let round = 0; round < 1_000; round++) {
      const at = random.below(length)
      const records = intact.map((record) => ({ ...record }))
      const kind = round % 4
      let bad = at
      if (kind === 0) {
        const bytes = Buffer.from(records[at]!.record)
        const place = random.below(bytes.length)
        bytes[place] = bytes[place]! ^ (1 << random.below(7))
        records[at]!.record = bytes
      } else if (kind === 1) {
        records.splice(at, 1)
      } else if (kind === 2) {
        const other = (at + 1 + random.below(length - 1)) % length
        ;[records[at], records[other]] = [records[other]!, records[at]!]
        bad = Math.min(at, other)
      } else records.length = at
      expect(firstBad(records), `round ${round}`).toBe(bad)
    }
  })

  it('does not hold when a record is written anew with a time that goes back', () => {
    const records = intact.slice(0, 2)
    const record = Buffer.from(recordText({ ...genesis, seq: 2, ts: genesis.ts, type: 'test' }, '{}'))
    records.push({
      seq: 2,
      ts: genesis.ts,
      type: 'test',
      record,
      hash: createHash('sha256').update('KABU-JRN-v1\0').update(intact[1]!.hash).update(record).digest(),
    })
    expect(firstBad(records)).toBe(2)
  })
})

describe('a hash', () => {
  const texts: [name: string, text: string][] = [
    ['of plain text', 'a'.repeat(900)],
    ['of Japanese', '明かり'.repeat(300)],
    ['of more than the scratch holds', '光'.repeat(40_000)],
    ['of nothing', ''],
  ]
  it.each(texts)('%s is the same from text and from its bytes', (_name, text) => {
    const wanted = createHash('sha256')
      .update('KABU-JRN-v1\0')
      .update(Buffer.alloc(32, 7))
      .update(text)
      .digest('binary')
    const before = '\u0007'.repeat(32)
    expect([chained(before, text), chained(before, Buffer.from(text))]).toEqual([wanted, wanted])
  })
})
