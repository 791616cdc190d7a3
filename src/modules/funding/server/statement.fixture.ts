import type { DateJst } from '#kernel/time.ts'
import type { Yen } from '#kernel/money.ts'
import { toJis } from '../model/jis.ts'

/** A line as a bank would book it. `day`: 2026-11-24. `payer`: the reference and the name. */
export type Booked = { id: string; day: DateJst; kind: 'in' | 'out' | 'returned'; yen: Yen; payer: string }

/** A statement in CSV. */
export const csvStatement = (lines: readonly Booked[]): Uint8Array =>
  new TextEncoder().encode(
    `id,date,kind,amount,payer\n${lines.map(({ id, day, kind, yen, payer }) => `${id},${day},${kind},${yen},"${payer}"\n`).join('')}`,
  )

/**
 * The same in Zengin records of 200 bytes; the payer in half-width katakana, ids numbers of up to eight
 * digits.
 */
export function zenginStatement(lines: readonly Booked[]): Uint8Array {
  const era = (day: DateJst): string =>
    String(Number(day.slice(0, 4)) - 2018).padStart(2, '0') + day.slice(5, 7) + day.slice(8, 10)
  const day = era(lines[0]!.day)
  const head =
    `1030${day.repeat(3)}9999${'ﾃﾞﾓｷﾞﾝｺｳ'.padEnd(15)}001${'ﾌﾞﾝﾍﾞﾂｶﾝﾘ'.padEnd(15)}   10010010${'ｱｶﾘ'.padEnd(40)}11${'0'.repeat(14)}`.padEnd(
      200,
    )
  const entries = lines.map(({ id, day: on, kind, yen, payer }) =>
    `2${id.padEnd(8)}${era(on).repeat(2)}${kind === 'out' ? '2' : '1'}11${String(yen).padStart(12, '0')}${'0'.repeat(12)}${' '.repeat(12)}1${'0'.repeat(7)}000${'0'.repeat(10)}${payer.padEnd(48)}${' '.repeat(30)}${(kind === 'returned' ? 'ｸﾐﾓﾄﾞｼ' : '').padEnd(20)}`.padEnd(
      200,
    ),
  )
  const sum = (isOut: boolean): number =>
    lines.reduce((total, { kind, yen }) => ((kind === 'out') === isOut ? total + yen : total), 0)
  const foot =
    `8000001${String(sum(false)).padStart(13, '0')}000001${String(sum(true)).padStart(13, '0')}`.padEnd(200)
  return toJis(`${[head, ...entries, foot, '9'.padEnd(200)].join('\r\n')}\r\n`)!
}
