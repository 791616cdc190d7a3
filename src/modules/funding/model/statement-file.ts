import { hexOfByte } from '#kernel/hex.ts'
import type { Yen } from '#kernel/money.ts'
import { no, ok, type Result } from '#kernel/result.ts'
import { addDays, isDate, iso, type Days, type Ms, timeJst, type DateJst } from '#kernel/time.ts'
import { fromJis } from './jis.ts'
import { readPayer } from './reference.ts'

/**
 * A line as a file says it. `at`: its record, counted from 1. `id`: the account, the day and the bank's own
 * number of the entry, so that the same entry is the same line in every file.
 */
export type FileLine = {
  readonly at: number
  readonly id: string
  readonly kind: 'in' | 'out' | 'returned'
  readonly yen: Yen
  readonly reference: string | null
  readonly payer: string
  readonly bookedAt: Ms
}

/** `at`: the record, counted from 1. A file that is wrong anywhere is refused whole. */
export const STATEMENT_REJECTIONS = [
  'STATEMENT_EMPTY',
  'STATEMENT_FORM',
  'STATEMENT_ACCOUNT',
  'STATEMENT_RECORD',
  'STATEMENT_COLUMN',
  'STATEMENT_SUM',
  'STATEMENT_LONG',
  'STATEMENT_AHEAD',
  'STATEMENT_TWICE',
] as const
export type StatementRejection = (typeof STATEMENT_REJECTIONS)[number]
type Read = Result<FileLine[], StatementRejection>

export const STATEMENT_BYTES = 200

/** Entries of one file: so many stand in one command of the journal. */
export const MOST_LINES = 2_000
export const STATEMENT_FORMS = ['zengin', 'csv'] as const
export type StatementForm = (typeof STATEMENT_FORMS)[number]
export const formOf = (bytes: Uint8Array): StatementForm => (bytes[0] === 0x31 ? 'zengin' : 'csv')

/** A line is as old as this without a question. */
const OLDEST: Days = 365

/**
 * Days of the lines beside the day on which the file comes, both of Japan: the bank books nothing ahead of
 * tomorrow. `old`: lines of more than a year ago, which people look at before they sign.
 */
export function checkDays(
  lines: readonly FileLine[],
  today: DateJst,
): Result<{ old: number }, 'STATEMENT_AHEAD'> {
  const latest = timeJst(addDays(today, 1), 0)
  const ahead = lines.find(({ bookedAt }) => bookedAt > latest)
  if (ahead !== undefined)
    return no('STATEMENT_AHEAD', { at: ahead.at, date: iso(ahead.bookedAt), today: iso(timeJst(today, 0)) })
  const earliest = timeJst(addDays(today, 0 - OLDEST), 0)
  return ok({ old: lines.filter(({ bookedAt }) => bookedAt < earliest).length })
}

/** Account of the firm at its bank: digits, and the kind that a statement names by one of them. */
export type OwnAccount = {
  readonly bankCode: string
  readonly branchCode: string
  readonly type: 'ordinary' | 'current' | 'savings'
  readonly number: string
}
const TYPES = { '1': 'ordinary', '2': 'current', '4': 'savings' } as const
const nameOf = ({ bankCode, branchCode, number }: OwnAccount): string =>
  `${bankCode}-${branchCode}-${number.padStart(7, '0')}`
const isOwn = (own: readonly OwnAccount[], name: string, type: string): boolean =>
  own.some((each) => nameOf(each) === name && each.type === TYPES[type as keyof typeof TYPES])

/**
 * Either form: CSV begins with its head line, Zengin with the record of the account. `own`: the accounts that
 * a statement may be of; null: a file that was held against them when it came. CSV names no account.
 */
export function readStatement(bytes: Uint8Array, own: readonly OwnAccount[] | null): Read {
  if (bytes.length === 0) return no('STATEMENT_EMPTY')
  const read = formOf(bytes) === 'zengin' ? readZengin(bytes, own) : readCsv(bytes)
  if (!read.ok) return read
  if (read.value.length > MOST_LINES) return no('STATEMENT_LONG', { most: MOST_LINES })
  const ids = new Set<string>()
  for (const { id, at } of read.value) {
    if (ids.has(id)) return no('STATEMENT_TWICE', { at })
    ids.add(id)
  }
  return read
}

/** A transfer that came back is booked as incoming with this word in its note (組戻). */
const RETURNED = /ｸﾐﾓﾄﾞｼ|組戻/

/**
 * 入出金取引明細, 200 bytes a record in JIS X 0201: 1 account, 2 entries, 8 its sums, 9 end. Days are of the
 * Japanese era.
 */
function readZengin(bytes: Uint8Array, own: readonly OwnAccount[] | null): Read {
  const text = fromJis(bytes)
  if (text === null) return no('STATEMENT_FORM', { at: 1 })
  const records = recordsOf(text)
  let account: string | null = null
  const lines: FileLine[] = []
  let sums = { in: 0, out: 0 }
  let isSummed = true
  for (const [index, record] of records.entries()) {
    const at = index + 1
    if (record.length !== STATEMENT_BYTES) return no('STATEMENT_RECORD', { at })
    const field = (from: number, length: number) => record.slice(from, from + length)
    switch (record[0]) {
      case '1':
        if (field(1, 2) !== '03' || !isSummed) return no('STATEMENT_FORM', { at })
        account = `${field(22, 4)}-${field(41, 3)}-${field(63, 7)}`
        if (own !== null && !isOwn(own, account, field(62, 1)))
          return no('STATEMENT_ACCOUNT', { at, account })
        sums = { in: 0, out: 0 }
        isSummed = false
        break
      case '2': {
        const day = eraDay(field(9, 6))
        const [way, yen] = [field(21, 1), amount(field(24, 12))]
        if (account === null || day === null || (way !== '1' && way !== '2') || yen === null)
          return no('STATEMENT_RECORD', { at })
        sums[way === '1' ? 'in' : 'out'] += yen
        const payer = readPayer(field(81, 48).trim())
        const note = field(159, 20)
        const kind = way === '2' ? 'out' : RETURNED.test(note) ? 'returned' : 'in'
        lines.push({
          at,
          id: `${account}-${field(9, 6)}-${field(1, 8).trim()}`,
          kind,
          yen,
          reference: payer.reference,
          payer: payer.name,
          bookedAt: day,
        })
        break
      }
      case '8':
        if (amount(field(7, 13)) !== sums.in || amount(field(26, 13)) !== sums.out)
          return no('STATEMENT_SUM', { at })
        isSummed = true
        break
      case '9':
        // Without their sums nobody knows whether entries are missing.
        if (!isSummed) return no('STATEMENT_FORM', { at })
        return lines.length === 0 ? no('STATEMENT_EMPTY') : ok(lines)
      default:
        return no('STATEMENT_RECORD', { at })
    }
  }
  // Without its end the file may have been cut off.
  return no('STATEMENT_FORM', { at: records.length })
}

const END_MARK = '\u001A'

/**
 * Banks end records with CR, LF, both or nothing at all, and files with blank lines or an end mark (1A) of
 * their own.
 */
function recordsOf(text: string): string[] {
  return text
    .split(/\r\n?|\n/)
    .map((line) => line.replaceAll(END_MARK, ''))
    .filter((line) => line.trim() !== '')
    .flatMap((line) =>
      line.length % STATEMENT_BYTES !== 0
        ? [line]
        : Array.from({ length: line.length / STATEMENT_BYTES }, (_, at) =>
            line.slice(at * STATEMENT_BYTES, (at + 1) * STATEMENT_BYTES),
          ),
    )
}

const amount = (digits: string): Yen | null => (/^\d+$/.test(digits) ? Number(digits) : null)

/** 080123: the 8th year of Reiwa, which began as 2019. */
const REIWA_BEFORE = 2018
function eraDay(text: string): Ms | null {
  if (!/^\d{6}$/.test(text)) return null
  return dayOf(`${REIWA_BEFORE + Number(text.slice(0, 2))}-${text.slice(2, 4)}-${text.slice(4, 6)}`)
}

/** Midnight in Japan, null for a day that the calendar has not. */
const dayOf = (date: DateJst): Ms | null => (isDate(date) ? timeJst(date, 0) : null)

const HEAD = ['id', 'date', 'kind', 'amount', 'payer'] as const

/** A file as it should be, for whoever makes one: each kind of line once, under the firm's own head. */
export const csvExample = (date: DateJst): string =>
  `${HEAD.join()}\r\nB-0001,${date},in,50000,"21111117 ヤマダ タロウ"\r\nB-0002,${date},out,30000,98888886\r\nB-0003,${date},returned,30000,98888886\r\n`

/** The first column that is not as it should be; `count`: there are more or fewer of them. */
function wrongColumn(row: readonly string[]): (typeof HEAD)[number] | 'count' | null {
  const [id = '', date = '', kind = '', yen = ''] = row
  if (row.length !== HEAD.length) return 'count'
  if (!/^[\w-]{1,64}$/.test(id)) return 'id'
  if (dayOf(date) === null) return 'date'
  if (kind !== 'in' && kind !== 'out' && kind !== 'returned') return 'kind'
  return /^[1-9]\d{0,12}$/.test(yen) ? null : 'amount'
}

/**
 * UTF-8 CSV with the head `id,date,kind,amount,payer`; kind is in, out or returned; amounts whole yen without
 * separators.
 */
function readCsv(bytes: Uint8Array): Read {
  let text: string
  try {
    text = decodeUtf8(bytes)
  } catch {
    return no('STATEMENT_FORM', { at: 1 })
  }
  const rows = rowsOf(
    text
      .replace(/^\uFEFF/, '')
      .replace(/\r\n?/g, '\n')
      .replace(/\s+$/, '\n'),
  )
  if (rows === null || rows[0]?.join() !== HEAD.join()) return no('STATEMENT_FORM', { at: 1 })
  if (rows.length === 1) return no('STATEMENT_EMPTY')
  const lines: FileLine[] = []
  for (const [index, row] of rows.slice(1).entries()) {
    const [id = '', date = '', kind = '', yen = '', payer = ''] = row
    const bookedAt = dayOf(date)
    const isKind = kind === 'in' || kind === 'out' || kind === 'returned'
    const wrong = wrongColumn(row)
    if (wrong !== null || !isKind || bookedAt === null)
      return no('STATEMENT_COLUMN', { at: index + 2, column: wrong ?? 'date' })
    const read = readPayer(payer)
    lines.push({
      at: index + 2,
      id,
      kind,
      yen: Number(yen),
      reference: read.reference,
      payer: read.name,
      bookedAt,
    })
  }
  return ok(lines)
}

/** RFC 4180: quoted fields may hold commas, line ends and doubled quotes. Null: a quote that does not end. */
function rowsOf(text: string): string[][] | null {
  const rows: string[][] = []
  let row: string[] = []
  let field = ''
  let quoted = false
  for (let at = 0; at < text.length; at++) {
    const character = text[at]!
    if (quoted) {
      if (character !== '"') field += character
      else if (text[at + 1] === '"') {
        field += '"'
        at++
      } else quoted = false
    } else if (character === '"') quoted = true
    else if (character === ',') {
      row.push(field)
      field = ''
    } else if (character === '\n') {
      row.push(field.replace(/\r$/, ''))
      rows.push(row)
      row = []
      field = ''
    } else field += character
  }
  if (quoted) return null
  if (field !== '' || row.length > 0) rows.push([...row, field])
  return rows
}

/** Throws where the bytes are no UTF-8. */
function decodeUtf8(bytes: Uint8Array): string {
  let escaped = ''
  for (const byte of bytes) escaped += `%${hexOfByte(byte)}`
  return decodeURIComponent(escaped)
}
