import { dateJst, HOUR, MINUTE, SECOND, type Ms } from '#kernel/time.ts'
import type { FaultName } from '#wire/system.ts'
import type { AuditPublic } from '#modules/audit/server/public.ts'
import { dueWithin } from '#modules/funding/server/public.ts'
import type { AppContext, Watched } from '#modules/module.ts'
import { ROLES, type Role } from '#modules/staff/model/power.ts'
import type { StaffPublic } from '#modules/staff/server/public.ts'
import { answerBy } from '#modules/support/model/answer-time.ts'
import type { SupportPublic } from '#modules/support/server/public.ts'
import { KINDS, type Fact, type Kind } from '../model/conditions.ts'

/** A withdrawal is told of so long before the default pays it. */
export const DUE_WITHIN: Ms = 2 * HOUR
/** A signature is told of after so long, and a case of a queue. */
export const SIGNATURE_AFTER: Ms = 4 * HOUR
export const CASE_AFTER: Ms = 24 * HOUR
/** Ledger, exchange and bank are held against each other so often: each time reckons whole days. */
const RECONCILES_EVERY: Ms = 10 * MINUTE
/** A job that is due now is at work. */
const JOB_LATE: Ms = MINUTE

export type FactDeps = {
  context: AppContext
  staff: StaffPublic
  support: Pick<SupportPublic, 'waiting'>
  audit: AuditPublic
  faults: () => readonly FaultName[]
}

/** The facts that conditions are about, as they are now. */
export function openFacts({ context, staff, support, audit, faults }: FactDeps): () => Promise<Fact[]> {
  const { clock } = context
  /** The machine's time since which a job has been late. */
  let lateSince: Ms | null = null
  let faultsBefore: readonly FaultName[] = []

  /** Open differences of every day: one is over when it is explained, not when its day is. */
  async function differences(): Promise<number> {
    const seen = audit.lastDifferences()
    return seen !== null &&
      seen.day === dateJst(clock.market()) &&
      clock.machine() - seen.at < RECONCILES_EVERY
      ? seen.count
      : audit.openDifferences()
  }
  function minutesBehind(): number {
    const isLate = clock.market() - context.doneBefore() > JOB_LATE && context.doneBefore() > 0
    lateSince = isLate ? (lateSince ?? clock.machine()) : null
    return lateSince === null ? 0 : Math.floor((clock.machine() - lateSince) / MINUTE)
  }
  /** Those that were there at the look before, too: one that passes at once is nobody's work. */
  function standingFaults(): number {
    const found = faults()
    const standing = found.filter((each) => faultsBefore.includes(each))
    faultsBefore = found
    return new Set(standing).size
  }
  const rolesIn = (roles: readonly (readonly Role[])[]): Role[] =>
    ROLES.filter((role) => roles.some((each) => each.includes(role)))

  return async () => {
    const now = clock.wall()
    const [waiting, differing, isSound] = await Promise.all([
      support.waiting(),
      differences(),
      audit.isJournalSound(),
    ])
    const late = staff.openRequests().filter(({ askedAt }) => now - askedAt >= SIGNATURE_AFTER)
    const old = staff.waitingCases().filter(({ since }) => now - since >= CASE_AFTER)
    const found: Record<Kind, Omit<Fact, 'kind'>> = {
      'withdrawal-due': { figure: dueWithin(context.engine.read, now + DUE_WITHIN) },
      reconciliation: { figure: differing },
      journal: { figure: isSound ? 0 : 1 },
      fault: { figure: standingFaults() },
      'job-behind': { figure: minutesBehind() },
      'chat-waiting': { figure: waiting.count },
      'chat-over': { figure: waiting.cases.filter(({ since }) => now >= answerBy(since)).length },
      'signature-waiting': { figure: late.length, roles: rolesIn(late.map(({ missing }) => missing)) },
      'case-old': { figure: old.length, roles: rolesIn(old.map(({ roles }) => roles)) },
    }
    return KINDS.map((kind) => ({ kind, ...found[kind] }))
  }
}

/** The facts as the last look found them; the metrics say how long ago that was. */
export function rememberFacts(
  look: () => Promise<Fact[]>,
  clock: Pick<AppContext['clock'], 'machine'>,
): {
  look: () => Promise<Fact[]>
  /** null: nobody has looked yet. */
  figureOf: (kind: Kind) => number | null
  watched: () => Watched
} {
  let last: { at: Ms; facts: readonly Fact[] } | null = null
  const figureOf = (kind: Kind) => last?.facts.find((fact) => fact.kind === kind)?.figure ?? null
  return {
    async look() {
      const facts = await look()
      last = { at: clock.machine(), facts }
      return facts
    },
    figureOf,
    watched: () => ({
      journalBroken: figureOf('journal'),
      jobMinutesBehind: figureOf('job-behind'),
      reconciliationDifferences: figureOf('reconciliation'),
      withdrawalsDue: figureOf('withdrawal-due'),
      lookedAtSeconds: last === null ? null : last.at / SECOND,
    }),
  }
}
