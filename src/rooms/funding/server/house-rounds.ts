import { MINUTE, SECOND, type Ms } from '#kernel/time.ts'
import { every } from '#platform/every.ts'
import { LAPSES_AFTER_MS } from '../model/deposit.ts'
import type { lapseDepositsCommand } from './deposits.ts'
import type { Shared } from './sources.ts'
import { demoBankCommand, openLine, type NewLine } from './statement.ts'
import { deposits, withdrawals } from './tables.ts'
import type { approveDueCommand } from './withdrawals.ts'

const NOBODY = { actor: 'system', memberId: null, device: '', key: '' } as const
const BANK = { ...NOBODY, actor: 'demo-bank' } as const
const ROUND_MS: Ms = 500
const AT_ONCE = 100
/** The demo bank books a deposit so long after it was announced, and sends an approved withdrawal so long after its approval. */
export const DEMO_BANK_PAYS_AFTER: Ms = 4 * SECOND
export const DEMO_BANK_SENDS_AFTER: Ms = 10 * MINUTE

type Commands = { approveDue: ReturnType<typeof approveDueCommand>; lapse: ReturnType<typeof lapseDepositsCommand> }

/**
 * What happens by the wall clock: withdrawals that nobody decided are approved, announcements that nobody paid end, and in the demo setting
 * the demo bank books what is due. What was missed is made up for; each row says when it was due, not when it was looked at.
 */
export function openRounds({ house }: Shared, { approveDue, lapse }: Commands): () => Promise<void> {
  const { engine, clock, config, log } = house
  async function round(): Promise<void> {
    const now = Math.floor(clock.wall())
    const { read } = engine
    const due = read.of(withdrawals).range('due', 'all', { to: now, limit: AT_ONCE })
    if (due.length > 0) await engine.submit(approveDue, { withdrawalIds: due.map(({ id }) => id) }, NOBODY)
    const unpaid = read.of(deposits).range('waiting', 'all', { to: now - LAPSES_AFTER_MS }).filter(({ reference }) => openLine(read, reference, 'in') === undefined).slice(0, AT_ONCE)
    if (unpaid.length > 0) await engine.submit(lapse, { depositIds: unpaid.map(({ id }) => id) }, NOBODY)
    // Where people are at the desk, they are the ones who say what the bank did.
    if (!config.demoDesk) return
    const lines = [...incoming(), ...outgoing(now)]
    if (lines.length > 0) await engine.submit(demoBankCommand, { lines }, BANK)
  }
  /** Announced deposits, paid in full and in the member's own name. */
  function incoming(): NewLine[] {
    const now = Math.floor(clock.wall())
    const waiting = engine.read.of(deposits).range('waiting', 'all', { to: now - DEMO_BANK_PAYS_AFTER })
    return waiting.filter(({ reference }) => openLine(engine.read, reference, 'in') === undefined).map((row) => (
      { id: `demo-in-${row.id}`, kind: 'in', yen: row.yen, reference: row.reference, payerHash: row.payerHash, bookedAt: row.requestedAt + DEMO_BANK_PAYS_AFTER }
    ))
  }
  function outgoing(now: Ms): NewLine[] {
    const waiting = engine.read.of(withdrawals).range('unpaid', 'all', { to: now - DEMO_BANK_SENDS_AFTER })
    return waiting.filter(({ reference }) => openLine(engine.read, reference, 'out') === undefined).map((row) => (
      { id: `demo-out-${row.id}`, kind: 'out', yen: row.yen, reference: row.reference, payerHash: null, bookedAt: row.approvedAt! + DEMO_BANK_SENDS_AFTER }
    ))
  }

  let atWork: Promise<void> | null = null
  const stop = every(ROUND_MS, () => {
    atWork ??= round().catch((err: unknown) => log.error({ err }, 'a round of deposits and withdrawals failed')).finally(() => { atWork = null })
  })
  return async () => {
    stop()
    await atWork
  }
}
