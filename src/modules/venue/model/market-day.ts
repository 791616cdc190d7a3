import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import type { DateJst, Ms } from '#kernel/time.ts'
import type { ScheduleId } from '#modules/instruments/model/schedule.ts'
import { schedules } from '#modules/instruments/model/schedule.ts'
import { liveAgain, type Closes, type DayOpening, type LogLine, type Message } from './day-log.ts'
import type { DayPlan } from './day-plan.ts'
import { RULES_VERSION } from './match.ts'
import { receiptOf, RECEIPT_TAG, sceneOf, SCENE_TAG, textHash, bookBytes, BOOK_TAG } from './receipt.ts'
import type { Decision, MatchContext } from './match-context.ts'

/**
 * A day of the simulated market, before it and after it (security-and-trust 5.5): its seed and its plan are
 * committed to before anything trades, and published with everything that came to the exchange when it is
 * over. Anybody can then live it again.
 */

export const DAY_FORMAT = 'akari-day-1'
const DAY_TAG = 'KABU-DAY-v1\0'

const lp = (text: string): Uint8Array => {
  const bytes = utf8ToBytes(text)
  const all = new Uint8Array(4 + bytes.length)
  new DataView(all.buffer).setUint32(0, bytes.length)
  all.set(bytes, 4)
  return all
}
const joined = (...parts: readonly Uint8Array[]): Uint8Array =>
  Uint8Array.from(parts.flatMap((part) => [...part]))

/**
 * `SHA256("KABU-DAY-v1\0" || lp(date) || seed32 || SHA256(plan))`, hexadecimal; the plan is its JSON text,
 * which holds what every issue's day was drawn to be.
 */
export const commitmentOf = (plan: DayPlan): string =>
  bytesToHex(
    sha256(
      joined(
        utf8ToBytes(DAY_TAG),
        lp(plan.tradeDate),
        hexToBytes(plan.seed),
        sha256(utf8ToBytes(JSON.stringify(plan))),
      ),
    ),
  )

/** The text of a commitment that the server signs, when it is made. */
export const commitmentText = ({
  tradeDate,
  part,
  commitment,
  committedAt,
}: {
  tradeDate: DateJst
  part: number
  commitment: string
  committedAt: string
}): string => `KABU-DAY-v1\n${tradeDate}\n${part}\n${commitment}\n${committedAt}\n`

/**
 * Of closing prices: a line `code price` each in the order of the codes, tenths of a yen, `-` where nothing
 * traded.
 */
export const closesHash = (closes: Closes): string =>
  textHash(closes.map(([code, close]) => `${code} ${close ?? '-'}\n`).join(''))

/**
 * The published file of a day: how it began, what came to it (nobody is named: members are numbered for each
 * issue anew), what it came to.
 */
export type DayFile = {
  readonly format: string
  readonly tradeDate: DateJst
  readonly schedule: ScheduleId
  readonly rules: number
  readonly seed: string
  readonly opening: DayOpening
  readonly lines: readonly LogLine[]
  readonly closes: Closes
}

/**
 * The lines without anybody's name: an order is a number, a member another one for each issue. The exchange
 * asks of both only whether they are the same.
 */
export function withoutNames(lines: readonly LogLine[]): LogLine[] {
  const orders = new Map<string, string>()
  const members = new Map<string, string>()
  const numbered = (known: Map<string, string>, letter: string, name: string): string => {
    const before = known.get(name)
    if (before !== undefined) return before
    known.set(name, `${letter}${known.size + 1}`)
    return known.get(name)!
  }
  const order = (id: string) => numbered(orders, 'o', id)
  return lines.map(([step, at, what]) => {
    if (typeof what === 'string') return [step, at, what]
    const said: Message =
      what[0] === 'submit' || what[0] === 'agree'
        ? [
            what[0],
            {
              ...what[1],
              orderId: order(what[1].orderId),
              memberId: numbered(members, 'm', `${what[1].memberId} ${what[1].code}`),
            },
          ]
        : what[0] === 'cancel'
          ? ['cancel', order(what[1])]
          : what[0] === 'amend'
            ? ['amend', order(what[1]), what[2]]
            : what
    return [step, at, said]
  })
}

export type DayReplayed = { readonly closes: Closes; readonly receipts: readonly string[] }

/**
 * Lives a published day again: its closing prices, and the digests of the receipts of every member's trade.
 * Takes minutes for a whole market. `tick`: market time.
 */
export function replayDay(
  { opening, lines, schedule, rules }: DayFile,
  tick?: (at: Ms) => void,
): DayReplayed {
  if (rules !== RULES_VERSION)
    throw new RangeError(`the day was lived under rules ${rules}, these are rules ${RULES_VERSION}`)
  const receipts: string[] = []
  let seen: { seen: MatchContext; decisions: Set<Decision> } | null = null
  const { tradeDate } = opening.plan
  const finish = () => {
    if (seen !== null) receipts.push(...digestsOf(seen.seen, [...seen.decisions], tradeDate))
    seen = null
  }
  const { closes } = liveAgain(opening, lines, schedules[schedule], {
    report: ({ decision }) => {
      if (decision === undefined) return
      if (seen?.seen !== decision.seen) finish()
      seen ??= { seen: decision.seen, decisions: new Set() }
      seen.decisions.add(decision)
    },
    ...(tick ? { tick } : {}),
  })
  finish()
  return { closes, receipts }
}

function digestsOf(seen: MatchContext, decisions: readonly Decision[], tradeDate: DateJst): string[] {
  const book = bytesToHex(sha256(joined(utf8ToBytes(BOOK_TAG), bookBytes(seen.orders))))
  const { text, rows } = sceneOf(seen, decisions, book)
  const scene = textHash(SCENE_TAG + text)
  return decisions.map((decision, index) =>
    textHash(RECEIPT_TAG + receiptOf(decision, rows[index]!, scene, tradeDate)),
  )
}
