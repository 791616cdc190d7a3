import { MINUTE, SECOND, type Ms } from '#kernel/time.ts'
import type { AppContext, DueScan } from '#modules/module.ts'
import {
  accountsOfOneDevice,
  membersOfOneDocument,
  passedThrough,
  payersOfOtherNames,
  smallCapsFromNewDevice,
  washTrades,
  withdrawalsFromNewDevice,
} from '../model/find.ts'
import type { Signal, Trade } from '../model/signal.ts'
import type { StaffPublic } from '#modules/staff/server/public.ts'
import { sealState } from '../model/seal.ts'
import type { Cases } from './case-queries.ts'
import { readFacts, type Facts } from './fact-queries.ts'
import { caseSeals } from './tables.ts'

const LOOKS_EVERY: Ms = MINUTE
const DISCLOSES_EVERY: Ms = 10 * SECOND

/** Signals of all rules in these facts. `sharesOf`: outstanding shares of an issue; null: nobody knows. */
export const signalsIn = (facts: Facts, sharesOf: (code: string) => number | null): Signal[] => {
  const { newDevices, sharedDevices, documents, withdrawals, deposits, transfers, trades } = facts
  const capOf = ({ code, priceTenths }: Trade): number | null => {
    const shares = sharesOf(code)
    return shares === null ? null : Math.round((shares * priceTenths) / 10)
  }
  return [
    ...withdrawalsFromNewDevice(withdrawals, newDevices),
    ...accountsOfOneDevice(sharedDevices),
    ...membersOfOneDocument(documents),
    ...payersOfOtherNames(transfers),
    ...passedThrough(deposits, withdrawals, trades),
    ...washTrades(trades, sharedDevices),
    ...smallCapsFromNewDevice(trades, newDevices, capOf),
  ]
}

/** Looks at the facts of the last days, and puts what the rules find into cases. It changes nothing else. */
export function watchSignals(
  { db, clock }: AppContext,
  cases: Pick<Cases, 'raise'>,
  sharesOf: (code: string) => number | null,
): DueScan {
  /** Found since the start: each is asked for once in the database. */
  const known = new Set<string>()
  async function look(): Promise<void> {
    const now = clock.wall()
    const offsets = { machine: Math.round(now - clock.machine()), market: Math.round(now - clock.market()) }
    for (const signal of signalsIn(await readFacts(db, Math.floor(now), offsets), sharesOf)) {
      const name = `${signal.rule} ${signal.memberId} ${signal.key}`
      if (known.has(name)) continue
      await cases.raise(signal)
      known.add(name)
    }
  }
  return { name: 'signals.watch', everyMs: LOOKS_EVERY, look }
}

/** Looks of sealed cases that are disclosed come, with their times, among the looks that the member reads. */
export function discloseLooks(
  context: AppContext,
  cases: Pick<Cases, 'disclosedLooks'>,
  staff: Pick<StaffPublic, 'discloseLook'>,
): DueScan {
  async function look(): Promise<void> {
    const disclosed = context.engine.read
      .of(caseSeals)
      .all()
      .filter((seal) => sealState(seal) === 'disclosed')
    for (const entry of await cases.disclosedLooks(disclosed.map(({ caseId }) => caseId))) {
      const { id, memberId, operatorId, role, number, at } = entry
      await staff.discloseLook({ id, memberId, operatorId, role, number, what: 'case', at })
    }
  }
  return { name: 'signals.disclose', everyMs: DISCLOSES_EVERY, look }
}
