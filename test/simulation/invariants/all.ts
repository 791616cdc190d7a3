import type { FakeDisk } from '../fake-disk.ts'
import type { FakeExchange } from '../fake-exchange.ts'
import type { Told } from '../phones.ts'
import {
  denialsHaveReasons,
  drawsAreRecomputed,
  effectsAreSigned,
  inventoryIsShared,
  staffAreNoMembers,
  wordsAreTheMembers,
} from './acts.ts'
import type { Batch } from './durable.ts'
import { makeChainCheck, makeKeysCheck, commitmentsAreKept } from './journal.ts'
import {
  balancesAreTheJournals,
  balancesFollowTransfers,
  chargesArePublished,
  ledgerIsTheJournals,
  makeHoldsCheck,
  makeWithdrawalCheck,
  nobodyIsBelowZero,
  nobodyWaitsTooLong,
  totalsComeToNothing,
} from './money.ts'
import { endsAreKept, frozenOpensNothing } from './ends.ts'
import {
  loansAreOwed,
  makeChargedOnceCheck,
  makeSettlementCheck,
  makeTaxCheck,
  moneyMeetsDebts,
  restsAreHeld,
  subscriptionsComeBack,
} from './parts.ts'
import { agreesWithTheExchange, fillsAreAllowed, makeFillsCheck } from './orders.ts'
import { statesMoveAsListed } from './states.ts'

/** Asked of every batch as it becomes durable. */
type Check = (batch: Batch) => void
/** Asked when nothing is on its way. */
export type AtRest = {
  readonly disk: FakeDisk
  readonly exchange: FakeExchange
  readonly told: readonly Told[]
  readonly wall: number
}

type Invariant = {
  readonly says: string
  readonly batch?: () => Check
  readonly rest?: (at: AtRest) => void
  readonly elsewhere?: string
}

/**
 * The invariants of security-and-trust 9, each with its function here, or with the test that asks it where
 * this server has nothing to ask.
 */
export const INVARIANTS: Readonly<Record<`I${number}`, Invariant>> = {
  I1: { says: 'transfers balance, all accounts come to nothing', batch: () => totalsComeToNothing },
  I2: { says: 'nobody is below zero', batch: () => nobodyIsBelowZero },
  I3: {
    says: 'balance = its transfers = the journal',
    batch: () => balancesFollowTransfers,
    rest: ({ disk }) => balancesAreTheJournals(disk),
  },
  I4: { says: 'one effect for each member and key', batch: makeKeysCheck },
  I5: {
    says: 'what was told is in the journal, and nothing else is in the ledger',
    batch: () => ledgerIsTheJournals,
    rest: ({ disk, told }) => commitmentsAreKept(disk, told),
  },
  I6: {
    says: 'positions are their fills, finished orders do not change',
    batch: makeFillsCheck,
    rest: ({ disk, exchange }) => agreesWithTheExchange(disk, exchange),
  },
  I7: {
    says: 'no fill against session, limit, validity or halt',
    batch: () => fillsAreAllowed,
    elsewhere: 'receipts that rerun the match: src/modules/venue and the browser journey of receipts',
  },
  I8: { says: 'what is held is held for something that stands there', batch: makeHoldsCheck },
  I9: {
    says: 'no more lots than offered or asked, winners as recomputed',
    batch: () => (batch) => {
      drawsAreRecomputed(batch)
      inventoryIsShared(batch)
    },
  },
  I10: {
    says: 'a withdrawal leaves what is held once',
    batch: makeWithdrawalCheck,
    rest: ({ disk, wall }) => nobodyWaitsTooLong(disk, wall),
  },
  I11: { says: "operators' effects have their signatures", batch: () => effectsAreSigned },
  I12: {
    says: "a member's effect is the member's word",
    batch: () => wordsAreTheMembers,
    elsewhere: 'signatures of devices: the tests of the identity and funding modules',
  },
  I13: { says: 'each head follows from all before', batch: makeChainCheck },
  I14: { says: 'liabilities root = ledger', elsewhere: 'src/modules/trust: its root is reckoned from SQL' },
  I15: { says: 'no denial without reason', batch: () => denialsHaveReasons },
  I16: {
    says: 'everything shown carries the simulated mark',
    elsewhere: 'test/journeys/every-screen.test.ts and src/server/openapi.test.ts: nothing is shown here',
  },
  I17: { says: 'states move as listed', batch: () => statesMoveAsListed },
  I18: { says: "the journal's time never goes back", elsewhere: 'asked together with I13, record by record' },
  I19: { says: 'fees and interest are the published formulas', batch: () => chargesArePublished },
  I20: { says: 'staff own no member account', batch: () => staffAreNoMembers },
}

/**
 * The further duties of an honest server: ends that are kept, parts that come to the whole, debts that are
 * met.
 */
const PROMISES: readonly (() => Check)[] = [
  () => endsAreKept,
  () => frozenOpensNothing,
  () => restsAreHeld,
  () => moneyMeetsDebts,
  () => loansAreOwed,
  () => subscriptionsComeBack,
  makeTaxCheck,
  makeSettlementCheck,
  makeChargedOnceCheck,
]

/** The checks of one run: some keep in mind what they have seen. */
export const openChecks = (): readonly Check[] =>
  [...Object.values(INVARIANTS).flatMap(({ batch }) => batch ?? []), ...PROMISES].map((open) => open())

export const checkAtRest = (at: AtRest): void => {
  for (const { rest } of Object.values(INVARIANTS)) rest?.(at)
}
