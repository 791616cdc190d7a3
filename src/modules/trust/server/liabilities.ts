import { dateJst, type DateJst, iso, type Ms, SECOND } from '#kernel/time.ts'
import { closingAt } from '#modules/instruments/model/schedule.ts'
import type { AppContext, Job } from '#modules/module.ts'
import type { FaultName } from '#wire/system.ts'
import type { StatementView } from '../contract.ts'
import { statementText } from '../model/liabilities.ts'
import type { LiabilityThread } from './liability-thread.ts'
import { dayList } from './row-lists.ts'
import { assertSigned, type Signers } from './signers.ts'
import { faultOf } from './witness.ts'

export type LiabilityRow = {
  day: DateJst
  size: number
  at: Ms
  members: number
  root: string
  total: number
  bank: number
  market: number
  tiles: Buffer
  house: string | null
  auditor: string | null
}
declare module '#platform/database/connect.ts' {
  interface SqlTables {
    liabilities: LiabilityRow
  }
}

/**
 * Time after the closing auction by which the day's fills and what other modules reckon at the close are in
 * the ledger.
 */
const AFTER_CLOSE: Ms = 50 * SECOND

export type Liabilities = {
  job: Job
  /**
   * Reckons and signs a market day, once, by the balances of now, and says when: a day that was passed over
   * has those of later. A second time changes nothing. Throws `Inconsistent` where the
   * auditor's process does not sign.
   */
  publish(day: DateJst): Promise<void>
  /** Signed ones, newest first. Throws `RowForged` where SQL has changed one. */
  latest(count: number): Promise<StatementView[]>
  /** Reason why the last one was not signed; null: it was. */
  fault(): FaultName | null
}

/** The debt of the server to its members, published after every market day. */
export function openLiabilities(
  {
    calendar,
    schedule,
    clock,
    config,
    db: { kysely },
    log,
  }: Pick<AppContext, 'calendar' | 'schedule' | 'clock' | 'config' | 'db' | 'log'>,
  signers: Signers,
  thread: LiabilityThread,
): Liabilities {
  const { origin, house: firm, auditor } = signers
  function viewOf(row: Omit<LiabilityRow, 'tiles'>): StatementView {
    const view = { origin, ...row, at: iso(row.at), house: row.house!, auditor: row.auditor! }
    assertSigned(signers, { text: statementText(view), by: view, row: ['liabilities', row.day] })
    return view
  }
  const list = dayList(config)
  const kept = () =>
    kysely
      .selectFrom('liabilities')
      .select(['day', 'size', 'at', 'members', 'root', 'total', 'bank', 'market', 'house', 'auditor'])
  const signed = () => kept().where('auditor', 'is not', null)
  const dueOn = (day: DateJst): Ms => closingAt(schedule, day) + AFTER_CLOSE
  /** The first market day that is due after this instant; a day may close after midnight. */
  function dayAfter(after: Ms): DateJst {
    let day = calendar.previous(dateJst(after))
    while (dueOn(day) <= after) day = calendar.next(day)
    return day
  }
  let fault: FaultName | null = null
  async function publish(day: DateJst): Promise<void> {
    await thread.reckon(day, Math.floor(clock.wall()))
    const row = await kept().where('day', '=', day).executeTakeFirstOrThrow()
    if (row.auditor !== null) return
    const text = statementText({ origin, ...row, at: iso(row.at) })
    const by = {
      house: firm.sign(text),
      auditor: auditor.signDay(day, text, (await signed().limit(1).execute()).length === 0),
    }
    fault = null
    await list.change(kysely, '', 'days', async (trx) => {
      await trx.updateTable('liabilities').set(by).where('day', '=', day).execute()
      return { put: [{ ...row, ...by }] }
    })
  }
  return {
    publish,
    fault: () => fault,
    latest: async (count) => (await signed().orderBy('day', 'desc').limit(count).execute()).map(viewOf),
    job: {
      name: 'trust.liabilities',
      next: (after) => dueOn(dayAfter(after)),
      async run(dueAt) {
        try {
          await publish(dayAfter(dueAt - 1))
        } catch (err) {
          // Said by what is not published; other work goes on.
          const why = faultOf(err)
          if (why === null) throw err
          fault = why
          log.error({ err }, 'what the firm owes was not published')
        }
      },
    },
  }
}
