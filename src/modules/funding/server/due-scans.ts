import { MINUTE, SECOND, type Ms } from '#kernel/time.ts'
import { SYSTEM_CALLER } from '#platform/engine/command.ts'
import type { DueScan } from '#modules/module.ts'
import { LAPSES_AFTER_MS } from '../model/deposit.ts'
import type { lapseDepositsCommand } from './deposits.ts'
import type { FundingDeps } from './deps.ts'
import { demoBankCommand, type NewLine } from './statement.ts'
import { openLine } from './open-line.ts'
import { deposits, withdrawals, type WithdrawalRow } from './tables.ts'
import { checkedNowAndThen } from './checked-now-and-then.ts'
import { paymentsStopped, paymentStop } from './payment-stops.ts'
import { failedCheck } from './withdrawal-checks.ts'
import { withdrawalsDue, type timerCommand } from './withdrawal-timer.ts'

const BANK = { ...SYSTEM_CALLER, actor: 'demo-bank' } as const
const LOOK_EVERY: Ms = 500
const AT_ONCE = 100
/**
 * The demo bank books a deposit so long after it was announced, and sends an approved withdrawal so long
 * after its approval.
 */
export const DEMO_BANK_PAYS_AFTER: Ms = 4 * SECOND
export const DEMO_BANK_SENDS_AFTER: Ms = 10 * MINUTE

type Commands = { timer: ReturnType<typeof timerCommand>; lapse: ReturnType<typeof lapseDepositsCommand> }

/**
 * Work done by the wall clock: withdrawals that nobody decided are approved where nothing stands against
 * them, approved ones stop and go on on their way to the bank, announcements that nobody paid end, and in the
 * demo setting the demo bank books what is due. What was missed is made up for; each row says when it was
 * due, not when it was looked at.
 */
export function fundingScans(deps: FundingDeps, { timer, lapse }: Commands): DueScan[] {
  const { context } = deps
  const { clock, config } = context
  const read = () => context.engine.read
  const wall = (): Ms => Math.floor(clock.wall())
  const checked = () => checkedNowAndThen(context, (row) => failedCheck(deps, row))

  async function end(): Promise<void> {
    const unpaid = read()
      .of(deposits)
      .range('waiting', 'all', { to: wall() - LAPSES_AFTER_MS })
      .filter(({ reference }) => openLine(read(), reference, 'in') === undefined)
      .slice(0, AT_ONCE)
    if (unpaid.length > 0)
      await context.engine.submit(lapse, { depositIds: unpaid.map(({ id }) => id) }, SYSTEM_CALLER)
  }
  async function book(): Promise<void> {
    const lines = [...incoming(), ...outgoing()]
    if (lines.length > 0) await context.engine.submit(demoBankCommand, { lines }, BANK)
  }
  /** Announced deposits, paid in full and in the member's own name. */
  function incoming(): NewLine[] {
    const waiting = read()
      .of(deposits)
      .range('waiting', 'all', { to: wall() - DEMO_BANK_PAYS_AFTER })
    return waiting
      .filter(({ reference }) => openLine(read(), reference, 'in') === undefined)
      .map((row) => ({
        id: `demo-in-${row.id}`,
        kind: 'in',
        yen: row.yen,
        reference: row.reference,
        payerHash: row.payerHash,
        bookedAt: row.requestedAt + DEMO_BANK_PAYS_AFTER,
      }))
  }
  function outgoing(): NewLine[] {
    const now = wall()
    const sentAt = ({ approvedAt, releasedAt }: WithdrawalRow): Ms =>
      (releasedAt ?? approvedAt!) + DEMO_BANK_SENDS_AFTER
    const waiting = read()
      .of(withdrawals)
      .range('unpaid', 'all', { to: now - DEMO_BANK_SENDS_AFTER })
    return waiting
      .filter(
        (row) =>
          sentAt(row) <= now &&
          row.stoppedFor === null &&
          openLine(read(), row.reference, 'out') === undefined &&
          paymentStop(read(), row, Math.floor(clock.confirmed())) === null,
      )
      .map((row) => ({
        id: `demo-out-${row.id}`,
        kind: 'out',
        yen: row.yen,
        reference: row.reference,
        payerHash: null,
        bookedAt: sentAt(row),
      }))
  }
  return [
    withdrawalsDue({ context, checked: checked(), timer }),
    paymentsStopped({ context, checked: checked() }),
    { name: 'deposits.lapse', everyMs: LOOK_EVERY, look: end },
    // The simulated bank is for the demo desk: elsewhere people at the desk say what the bank did.
    ...(config.demoDesk ? [{ name: 'demo-bank', everyMs: LOOK_EVERY, look: book }] : []),
  ]
}
