import { DAY, iso, type Ms } from '#kernel/time.ts'
import type { TableReader } from '#platform/engine/table.ts'
import { accessNews, isFrozen, memberOf, withdrawalsClosedUntil } from '#modules/identity/server/public.ts'
import { APPROVAL_LIFE } from '#modules/staff/model/approval.ts'
import { openRequest } from '#modules/staff/server/public.ts'
import { usableFrom } from '../model/bank-account.ts'
import { STOPS, type Stop } from '../model/withdrawal-timer.ts'
import type { Check } from '../operator-contract.ts'
import { accountFailure } from './queues.ts'
import type { FundingDeps } from './deps.ts'
import { bankAccounts, withdrawals, type WithdrawalRow } from './tables.ts'

/**
 * Time for which a new device or a change of access is shown to whoever decides, as long as a new payout
 * account rests.
 */
const NEW_FOR: Ms = 3 * DAY
const isoOrNull = (at: Ms | null): string | null => (at === null ? null : iso(at))

/**
 * The published checks by confirmed time, as whoever decides sees them. One that fails stops the time for a
 * decision.
 */
export async function checksOf(deps: FundingDeps, one: WithdrawalRow, holder: string): Promise<Check[]> {
  const { read } = deps.context.engine
  const now = Math.floor(deps.context.clock.confirmed())
  const account = read.of(bankAccounts).get(one.accountId)!
  const failure = await accountFailure(deps, one.accountId)
  const closedUntil = withdrawalsClosedUntil(read, one.memberId, now)
  const { deviceAt, changedAt } = await accessNews(deps.context, one.memberId)
  const twin = twinOf(read, one, now)
  return [
    { name: 'name', passed: failure !== 'name-differs', value: holder },
    { name: 'account', passed: failure === null || failure === 'name-differs', value: null },
    { name: 'rested', passed: usableFrom(account.addedAt) <= now, value: iso(account.addedAt) },
    {
      name: 'device',
      passed: deviceAt === null || deviceAt <= deps.context.clock.bounds().earliest - NEW_FOR,
      value: isoOrNull(deviceAt),
    },
    {
      name: 'changed',
      passed: changedAt === null || changedAt <= deps.context.clock.confirmedMarket() - NEW_FOR,
      value: isoOrNull(changedAt),
    },
    { name: 'recovery', passed: closedUntil === null, value: isoOrNull(closedUntil) },
    { name: 'frozen', passed: !isFrozen(read, one.memberId, now), value: null },
    { name: 'once', passed: twin === undefined, value: twin?.reference ?? null },
  ]
}

/** The same sum to the same account, asked for within a day of this one, until a day after the later. */
function twinOf(tables: TableReader, one: WithdrawalRow, now: Ms): WithdrawalRow | undefined {
  return tables
    .of(withdrawals)
    .by('member', one.memberId)
    .find(
      (other) =>
        other.id !== one.id &&
        other.yen === one.yen &&
        other.accountId === one.accountId &&
        Math.abs(other.requestedAt - one.requestedAt) < DAY &&
        Math.max(other.requestedAt, one.requestedAt) > now - DAY &&
        ['requested', 'approved', 'paid'].includes(other.state),
    )
}

export type Obstacle = { stop: Stop; since: Ms }
/** Checks that ask SQL and pictures: rows alone do not answer them. */
export const CHECKED_IN_SQL: readonly Stop[] = ['name', 'account', 'device', 'changed']

/** Those of the checks that rows alone do not answer: the first that fails; null: none. */
export async function failedCheck(deps: FundingDeps, one: WithdrawalRow): Promise<Stop | null> {
  const failed = (await checksOf(deps, one, '')).find(({ passed }) => !passed)
  return STOPS.find((stop) => stop === failed?.name) ?? null
}

/**
 * The obstacle to a withdrawal now, and since when. `failed`: of the checks that rows alone do not answer.
 * The denial of one person counts for the life of its request, once. `asked`: the checks to make.
 */
export function obstacleTo(
  tables: TableReader,
  one: WithdrawalRow,
  now: Ms,
  failed: Stop | null,
  asked: readonly Stop[] = STOPS,
): Obstacle | null {
  const { memberId } = one
  if (isFrozen(tables, memberId, now))
    return { stop: 'frozen', since: memberOf(tables, memberId)!.frozenAt ?? now }
  const request = openRequest(tables, 'withdrawal.deny', one.id, now)
  if (request?.power === 'withdrawal.deny' && now < (one.denialUntil ?? denialUntil(request.askedAt)))
    return { stop: 'denial', since: request.askedAt }
  if (withdrawalsClosedUntil(tables, memberId, now) !== null) return { stop: 'recovery', since: now }
  const account = tables.of(bankAccounts).get(one.accountId)
  if (account?.state !== 'approved') return { stop: 'account', since: now }
  if (asked.includes('rested') && usableFrom(account.addedAt) > now) return { stop: 'rested', since: now }
  if (asked.includes('once') && twinOf(tables, one, now) !== undefined) return { stop: 'once', since: now }
  return failed === null || !asked.includes(failed) ? null : { stop: failed, since: now }
}
export const denialUntil = (askedAt: Ms): Ms => askedAt + APPROVAL_LIFE
