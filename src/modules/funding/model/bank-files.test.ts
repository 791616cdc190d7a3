import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { timeJst } from '#kernel/time.ts'
import { fromJis, toJis } from './jis.ts'
import { referenceFrom } from './reference.ts'
import { checkDays, csvExample, MOST_LINES, readStatement } from './statement-file.ts'
import { RECORD_BYTES, transferFile, type Payout, type Sender } from './zengin-transfer.ts'

const SENDER: Sender = {
  clientCode: '123',
  name: 'アカリシヨウケン',
  bankCode: '0001',
  bankKana: 'ミズホ',
  branchCode: '001',
  branchKana: 'トウキヨウ',
  type: 'ordinary',
  number: '10010',
}
const PAYOUT: Payout = {
  bankCode: '0005',
  bankKana: 'ミツビシユ－エフジエイ',
  branchCode: '7',
  branchKana: 'マルノウチ',
  type: 'savings',
  number: '345',
  payee: 'さとう　はるか',
  yen: 300_000,
  reference: '12345674',
}
const linesOf = (bytes: Uint8Array): string[] => fromJis(bytes)!.split('\r\n')

describe('a transfer file', () => {
  it('is laid out as the banks want it, byte by byte', () => {
    const file = transferFile(SENDER, [PAYOUT, { ...PAYOUT, yen: 1 }], '2026-11-24')
    if (!file.ok) throw new Error(file.rejection)
    const [head, first, second, foot, end, rest] = linesOf(file.value)
    expect([head, first, second, foot, end].map((line) => toJis(line!)!.length)).toEqual([
      RECORD_BYTES,
      RECORD_BYTES,
      RECORD_BYTES,
      RECORD_BYTES,
      RECORD_BYTES,
    ])
    expect(rest).toBe('')
    expect(head).toBe(
      `12100000000123${'ｱｶﾘｼﾖｳｹﾝ'.padEnd(40)}11240001${'ﾐｽﾞﾎ'.padEnd(15)}001${'ﾄｳｷﾖｳ'.padEnd(15)}10010010${' '.repeat(17)}`,
    )
    expect(first).toBe(
      `20005${'ﾐﾂﾋﾞｼﾕ-ｴﾌｼﾞｴｲ'.padEnd(15)}007${'ﾏﾙﾉｳﾁ'.padEnd(15)}000040000345${'ｻﾄｳ ﾊﾙｶ'.padEnd(30)}000030000000012345674${' '.repeat(10)}7 ${' '.repeat(7)}`,
    )
    expect(second!.slice(80, 90)).toBe('0000000001')
    expect(foot).toBe(`8000002000000300001${' '.repeat(101)}`)
    expect(end).toBe(`9${' '.repeat(119)}`)
  })

  const wrong: [
    name: string,
    sender: Partial<Sender>,
    payout: Partial<Payout> | null,
    rejection: string,
    at: number | undefined,
  ][] = [
    ['nobody to pay', {}, null, 'TRANSFER_EMPTY', undefined],
    ['a name in kanji', {}, { payee: '佐藤' }, 'TRANSFER_FIELD', 0],
    ['an account of eight digits', {}, { number: '12345678' }, 'TRANSFER_FIELD', 0],
    ['a bank that is no code', {}, { bankCode: '5a' }, 'TRANSFER_FIELD', 0],
    ['a sender without a name', { name: '' }, {}, 'TRANSFER_FIELD', -1],
    ['no yen', {}, { yen: 0 }, 'TRANSFER_AMOUNT', 0],
    ['half a yen', {}, { yen: 0.5 }, 'TRANSFER_AMOUNT', 0],
    ['eleven digits of yen', {}, { yen: 10_000_000_000 }, 'TRANSFER_AMOUNT', 0],
  ]
  it('cuts a payee of 31 bytes, which is compared whole everywhere else', () => {
    const file = transferFile(SENDER, [{ ...PAYOUT, payee: 'ｱ'.repeat(31) }], '2026-11-24')
    expect(file.ok && linesOf(file.value)[1]!.slice(50, 80)).toBe('ｱ'.repeat(30))
  })
  it.each(wrong)('refuses %s whole', (_, sender, payout, rejection, at) => {
    const file = transferFile(
      { ...SENDER, ...sender },
      payout === null ? [] : [{ ...PAYOUT, ...payout }],
      '2026-11-24',
    )
    expect(file).toMatchObject({ ok: false, rejection, detail: at === undefined ? {} : { at } })
  })

  it('adds up, whatever is paid', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 9_999_999_999 }), { minLength: 1, maxLength: 20 }),
        (amounts) => {
          const file = transferFile(
            SENDER,
            amounts.map((yen) => ({ ...PAYOUT, yen })),
            '2026-11-24',
          )
          if (!file.ok) throw new Error(file.rejection)
          const lines = linesOf(file.value)
          const data = lines.filter((line) => line.startsWith('2'))
          expect(data.map((line) => Number(line.slice(80, 90)))).toEqual(amounts)
          expect(lines.at(-3)!.slice(1, 19)).toBe(
            String(amounts.length).padStart(6, '0') +
              String(amounts.reduce((sum, yen) => sum + yen, 0)).padStart(12, '0'),
          )
        },
      ),
      { numRuns: 50 },
    )
  })
})

describe('a statement', () => {
  const reference = referenceFrom(Uint8Array.of(4, 8, 1, 5, 9, 2, 6, 5))
  const head =
    `1030${'081124'.repeat(3)}0001${'ﾐｽﾞﾎ'.padEnd(15)}001${'ﾄｳｷﾖｳ'.padEnd(15)}   10010010${'ｱｶﾘ'.padEnd(40)}11${'0'.repeat(14)}`.padEnd(
      200,
    )
  const entry = (number: string, way: string, yen: number, payer: string, note = '', day = '081124') =>
    `2${number.padEnd(8)}${day}${day}${way}11${String(yen).padStart(12, '0')}${'0'.repeat(12)}${' '.repeat(12)}1${'0'.repeat(7)}000${'0'.repeat(10)}${payer.padEnd(48)}${' '.repeat(15)}${' '.repeat(15)}${note.padEnd(20)}`.padEnd(
      200,
    )
  const foot = (inYen: number, outYen: number) =>
    `8000001${String(inYen).padStart(13, '0')}000001${String(outYen).padStart(13, '0')}`.padEnd(200)
  const file = (...records: string[]) => toJis(`${records.join('\r\n')}\r\n`)!
  const end = '9'.padEnd(200)
  const OWN = [{ bankCode: '0001', branchCode: '001', type: 'ordinary', number: '10010' }] as const

  it('in Zengin records becomes lines, known by their references', () => {
    const read = readStatement(
      file(
        head,
        entry('1', '1', 500_000, `${reference} ｻﾄｳ ﾊﾙｶ`),
        entry('2', '2', 300_000, reference),
        entry('3', '1', 10_000, reference, 'ｸﾐﾓﾄﾞｼ'),
        entry('4', '1', 7, 'ｽｽﾞｷ'),
        foot(510_007, 300_000),
        end,
      ),
      OWN,
    )
    if (!read.ok) throw new Error(`${read.rejection} ${JSON.stringify(read.detail)}`)
    const bookedAt = timeJst('2026-11-24', 0)
    expect(read.value).toEqual([
      {
        at: 2,
        id: '0001-001-0010010-081124-1',
        kind: 'in',
        yen: 500_000,
        reference,
        payer: 'サトウ ハルカ',
        bookedAt,
      },
      { at: 3, id: '0001-001-0010010-081124-2', kind: 'out', yen: 300_000, reference, payer: '', bookedAt },
      {
        at: 4,
        id: '0001-001-0010010-081124-3',
        kind: 'returned',
        yen: 10_000,
        reference,
        payer: '',
        bookedAt,
      },
      {
        at: 5,
        id: '0001-001-0010010-081124-4',
        kind: 'in',
        yen: 7,
        reference: null,
        payer: 'スズキ',
        bookedAt,
      },
    ])
  })

  it.each([
    ['none', ['', '', '', '']],
    ['CR', ['\r', '\r', '\r', '\r']],
    ['LF', ['\n', '\n', '\n', '\n']],
    ['an end mark after the last record', ['\r\n', '\r\n', '\r\n', '\u001A']],
    ['a blank line at the end', ['\r\n', '\r\n', '\r\n', '\r\n\r\n']],
    ['a line of blanks at the end', ['\r\n', '\r\n', '\r\n', `\r\n${' '.repeat(200)}\r\n \r\n`]],
    ['none, and an end mark', ['', '', '', '\u001A']],
    ['none but at the end', ['', '', '', '\r\n']],
  ])('reads the same with line ends of %s', (_, ends) => {
    const records = [head, entry('1', '1', 500, reference), foot(500, 0), end]
    const read = readStatement(toJis(records.map((record, index) => record + ends[index]!).join(''))!, OWN)
    expect(read).toMatchObject({ ok: true, value: [{ at: 2, yen: 500, reference }] })
  })

  const good = entry('1', '1', 500, reference)
  const broken: [name: string, bytes: Uint8Array, rejection: string][] = [
    ['nothing', new Uint8Array(), 'STATEMENT_EMPTY'],
    ['no entries', file(head, foot(0, 0), end), 'STATEMENT_EMPTY'],
    ['cut off', file(head, good, foot(500, 0)), 'STATEMENT_FORM'],
    ['another kind of file', file(head.replace('103', '101'), good, foot(500, 0), end), 'STATEMENT_FORM'],
    ['a short record', file(head, good.slice(0, 199), foot(500, 0), end), 'STATEMENT_RECORD'],
    ['an entry before its account', file(good, foot(500, 0), end), 'STATEMENT_FORM'],
    [
      'a day that is none',
      file(head, entry('1', '1', 500, reference, '', '081332'), foot(500, 0), end),
      'STATEMENT_RECORD',
    ],
    [
      'neither in nor out',
      file(head, entry('1', '3', 500, reference), foot(500, 0), end),
      'STATEMENT_RECORD',
    ],
    ['no sums', file(head, good, end), 'STATEMENT_FORM'],
    ['no sums of its first account', file(head, good, head, foot(0, 0), end), 'STATEMENT_FORM'],
    [
      'the account of another bank',
      file(head.replace('0001ﾐ', '0005ﾐ'), good, foot(500, 0), end),
      'STATEMENT_ACCOUNT',
    ],
    [
      'another account',
      file(head.replace('10010010', '10010019'), good, foot(500, 0), end),
      'STATEMENT_ACCOUNT',
    ],
    [
      'a current account of the same number',
      file(head.replace('10010010', '20010010'), good, foot(500, 0), end),
      'STATEMENT_ACCOUNT',
    ],
    ['a sum that is not the entries’', file(head, good, foot(501, 0), end), 'STATEMENT_SUM'],
    ['an entry twice', file(head, good, good, foot(1_000, 0), end), 'STATEMENT_TWICE'],
    ['bytes of no character', Uint8Array.of(0x31, 0xff), 'STATEMENT_FORM'],
  ]
  it.each(broken)('with %s is refused whole', (_, bytes, rejection) =>
    expect(readStatement(bytes, OWN)).toMatchObject({ ok: false, rejection }),
  )

  const csv = (text: string) => new TextEncoder().encode(text)
  it('in CSV, quoted or not', () => {
    const read = readStatement(
      csv(
        `\uFEFFid,date,kind,amount,payer\r\nA-1,2026-11-24,in,500000,"${reference} サトウ, ハルカ"\nA-2,2026-11-25,out,1,""\n`,
      ),
      OWN,
    )
    expect(read).toEqual({
      ok: true,
      value: [
        {
          at: 2,
          id: 'A-1',
          kind: 'in',
          yen: 500_000,
          reference,
          payer: 'サトウ, ハルカ',
          bookedAt: timeJst('2026-11-24', 0),
        },
        {
          at: 3,
          id: 'A-2',
          kind: 'out',
          yen: 1,
          reference: null,
          payer: '',
          bookedAt: timeJst('2026-11-25', 0),
        },
      ],
    })
  })
  it.each(['\n\n', '\r\n \r\n', '\r', ''])('in CSV with %j at its end', (tail) => {
    expect(readStatement(csv(`id,date,kind,amount,payer\nA-1,2026-11-24,in,5,x${tail}`), OWN)).toMatchObject({
      ok: true,
      value: [{ id: 'A-1', payer: 'x' }],
    })
  })
  const head5 = 'id,date,kind,amount,payer\n'
  it.each([
    ['id', '"A 1",2026-11-24,in,5,x'],
    ['date', 'A,2026-11-31,in,5,x'],
    ['date', 'A,20261124,in,5,x'],
    ['kind', 'A,2026-11-24,credit,5,x'],
    ['amount', 'A,2026-11-24,in,0,x'],
    ['amount', 'A,2026-11-24,in,5.0,x'],
    ['count', 'A,2026-11-24,in,5'],
  ])('in CSV with a wrong %s says the line and the column', (column, row) =>
    expect(readStatement(csv(`${head5}G,2026-11-24,in,5,x\n${row}\n`), OWN)).toEqual({
      ok: false,
      rejection: 'STATEMENT_COLUMN',
      detail: { at: 3, column },
    }),
  )
  it('reads the example that it gives', () =>
    expect(readStatement(csv(csvExample('2026-11-24')), OWN)).toMatchObject({
      ok: true,
      value: [{ kind: 'in', reference: '21111117' }, { kind: 'out' }, { kind: 'returned' }],
    }))
  it.each([
    ['2026-11-28', { ok: true, value: { old: 0 } }],
    ['2026-11-29', { ok: true, value: { old: 0 } }],
    ['2026-11-30', { ok: false, rejection: 'STATEMENT_AHEAD' }],
    ['2027-12-31', { ok: false, rejection: 'STATEMENT_AHEAD' }],
    ['2025-11-28', { ok: true, value: { old: 0 } }],
    ['2025-11-27', { ok: true, value: { old: 1 } }],
  ])('of %s, brought on 2026-11-28', (day, found) => {
    const read = readStatement(csv(`${head5}A,${day},in,5,x`), OWN)
    expect(read.ok && checkDays(read.value, '2026-11-28')).toMatchObject(found)
  })
  const bad: [name: string, text: string, rejection: string][] = [
    ['no head', 'A-1,2026-11-24,in,5,x', 'STATEMENT_FORM'],
    ['no rows', head5, 'STATEMENT_EMPTY'],
    ['an open quote', `${head5}A,2026-11-24,in,5,"x`, 'STATEMENT_FORM'],
    ['a separator in the amount', `${head5}A,2026-11-24,in,"5,000",x`, 'STATEMENT_COLUMN'],
    ['below nothing', `${head5}A,2026-11-24,in,-5,x`, 'STATEMENT_COLUMN'],
    ['30 February', `${head5}A,2026-02-30,in,5,x`, 'STATEMENT_COLUMN'],
    ['a word for a kind', `${head5}A,2026-11-24,credit,5,x`, 'STATEMENT_COLUMN'],
    ['a row too long', `${head5}A,2026-11-24,in,5,x,y`, 'STATEMENT_COLUMN'],
    ['an id twice', `${head5}A,2026-11-24,in,5,x\nA,2026-11-24,in,5,x`, 'STATEMENT_TWICE'],
    [
      'too many rows',
      head5 + Array.from({ length: MOST_LINES + 1 }, (_, n) => `A-${n},2026-11-24,in,5,x\n`).join(''),
      'STATEMENT_LONG',
    ],
  ]
  it.each(bad)('in CSV with %s is refused whole', (_, text, rejection) =>
    expect(readStatement(csv(text), OWN)).toMatchObject({ ok: false, rejection }),
  )

  // Files of Japanese banks: the sentence says which letters are read, and a row that there is.
  it('in Shift_JIS is refused at its first row', () =>
    expect(readStatement(Uint8Array.of(...csv(head5), 0x8e, 0x52, 0x93, 0x63), OWN)).toMatchObject({
      rejection: 'STATEMENT_FORM',
      detail: { at: 1 },
    }))

  it('names the record that is wrong', () => {
    expect(
      readStatement(file(head, good, entry('2', '3', 500, reference), foot(500, 0), end), OWN),
    ).toMatchObject({ detail: { at: 3 } })
    expect(
      readStatement(csv(`${head5}A,2026-11-24,in,5,x\nB,2026-11-24,in,5,x\nA,2026-11-24,in,6,x`), OWN),
    ).toMatchObject({ detail: { at: 4 } })
  })

  it('never throws, whatever the bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 800 }), (bytes) => {
        expect(typeof readStatement(bytes, OWN).ok).toBe('boolean')
      }),
      { numRuns: 300 },
    )
  })
})

it('every character of the banks has its byte and comes back', () => {
  const text = 'ABCﾞﾟｦｱﾝ0-9()./ '
  expect(fromJis(toJis(text)!)).toBe(text)
  expect(toJis('漢')).toBeNull()
  expect(fromJis(Uint8Array.of(0xe0))).toBeNull()
})
