import type { MemberId } from '#kernel/id.ts'
import type { Yen } from '#kernel/money.ts'
import { no } from '#kernel/result.ts'
import { defineCommand, defineMemberCommand, done, type DomainEvent } from '#platform/engine/command.ts'
import type { TableReader } from '#platform/engine/table.ts'
import { isVerified } from '#modules/identity/model/levels.ts'
import { memberOf as knownMember } from '#modules/identity/server/public.ts'
import { notify } from '#modules/inbox/server/public.ts'
import { draftFrom, move, repayShortfall } from '#modules/ledger/model/drafting.ts'
import { accountChanged } from '#modules/ledger/server/events.ts'
import { balances, post } from '#modules/ledger/server/public.ts'
import type { Effect } from '#modules/staff/server/public.ts'
import { decideDeposit, LAPSES_AFTER_MS, matchDeposit, type DepositMethod } from '../model/deposit.ts'
import { referenceFrom } from '../model/reference.ts'
import { after, DEPOSIT, reasonWord } from '../model/states.ts'
import { isClosing } from './accounts.ts'
import { creditedOf, noteEntry } from './cash-entries.ts'
import { creditRule } from './line-rules.ts'
import { openLine } from './open-line.ts'
import { deposits, statementLines, type DepositRow } from './tables.ts'
import type { Times } from './command-times.ts'
import { depositStep, fundingChanged } from './events.ts'

export const pendingDeposits = (tables: TableReader, memberId: MemberId): DepositRow[] =>
  tables.of(deposits).by('pending', memberId)

/** A reference that no deposit ever had. */
export function freeReference(
  bytes: (n: number) => Uint8Array,
  isTaken: (reference: string) => boolean,
): string {
  for (;;) {
    const reference = referenceFrom(bytes(8))
    if (!isTaken(reference)) return reference
  }
}

type CommandDeps = { times: () => Times; bytes: (n: number) => Uint8Array }

/**
 * Announces money: it gets a reference of its own, under which the bank's line is found. No money moves yet.
 */
export const requestDepositCommand = ({ times, bytes }: CommandDeps) =>
  defineMemberCommand({
    type: 'deposit.request',
    captureInputs: (
      world,
      _input: { yen: Yen; method: DepositMethod; payerHash: string },
      _call,
      tables,
    ) => ({
      ...times(),
      id: world.id(),
      reference: freeReference(
        bytes,
        (reference) => tables.of(deposits).by('reference', reference).length > 0,
      ),
    }),
    run(tables, input, inputs, call) {
      const memberId = call.memberId
      const level = knownMember(tables, memberId)?.level
      const decision = decideDeposit({
        isVerified: level !== undefined && isVerified(level),
        isClosing: isClosing(tables, memberId),
        pending: pendingDeposits(tables, memberId).length,
      })
      if (!decision.ok) return decision
      const { yen, method, payerHash } = input
      const row = tables
        .of(deposits)
        .insert({
          id: inputs.id,
          memberId,
          yen,
          method,
          reference: inputs.reference,
          payerHash,
          state: 'pending',
          requestedAt: inputs.wall,
          decidedAt: null,
          creditedYen: null,
          lineId: null,
          reason: null,
          textId: null,
        })
      return done({ id: row.id }, [fundingChanged(memberId, depositStep(row))])
    },
  })

/** The member takes the announcement back, as long as no money has come under its reference. */
export const cancelDepositCommand = (times: () => Times) =>
  defineMemberCommand({
    type: 'deposit.cancel',
    captureInputs: () => times(),
    run(tables, { depositId }: { depositId: string }, inputs, call) {
      const row = tables.of(deposits).get(depositId)
      if (row?.memberId !== call.memberId) return no('DEPOSIT_NOT_FOUND')
      const state = after(DEPOSIT, row.state, 'cancel')
      if (state === null) return no('DEPOSIT_DECIDED')
      if (openLine(tables, row.reference, 'in')) return no('DEPOSIT_PAID')
      const ended = tables.of(deposits).update(row, { state, decidedAt: inputs.wall, reason: 'member-asked' })
      return done({ id: row.id }, [fundingChanged(row.memberId, depositStep(ended))])
    },
  })

/** Announcements that nobody paid in their time end; each at its own. */
export const lapseDepositsCommand = (times: () => Times) =>
  defineCommand({
    type: 'deposit.lapse',
    captureInputs: () => times(),
    run(tables, { depositIds }: { depositIds: readonly string[] }, inputs, call) {
      const events: DomainEvent[] = []
      for (const id of depositIds) {
        const row = tables.of(deposits).get(id)
        const state = row && after(DEPOSIT, row.state, 'lapse')
        const lapsesAt = row && row.requestedAt + LAPSES_AFTER_MS
        if (!row || !state || lapsesAt! > inputs.wall || openLine(tables, row.reference, 'in')) continue
        const lapsed = tables.of(deposits).update(row, { state, decidedAt: lapsesAt!, reason: 'not-paid' })
        events.push(fundingChanged(row.memberId, depositStep(lapsed)))
        events.push(
          notify(tables, { seq: call.seq, at: inputs.at }, row.memberId, {
            kind: 'depositRefused',
            args: { amount: row.yen, reason: reasonWord('not-paid') },
            about: row.id,
          }),
        )
      }
      return done({ lapsed: depositIds.length }, events)
    },
  })

const memberOf = (tables: TableReader, subject: string) => tables.of(deposits).get(subject)?.memberId ?? null
const undecided = (tables: TableReader, subject: string) =>
  tables.of(deposits).get(subject)?.state === 'pending' ? null : no('DEPOSIT_DECIDED')

/**
 * `further`: a line beside the one that was credited already, of the same payer under the same reference, can
 * be credited too; records from before have none.
 */
type CreditInputs = { further: true } | null
const FURTHER: CreditInputs = { further: true }
const cannotCredit = (tables: TableReader, subject: string, inputs: CreditInputs) =>
  inputs?.further === true && tables.of(deposits).get(subject)?.state === 'approved'
    ? null
    : undecided(tables, subject)

/**
 * Treasurer and reviewer credit what a unique line of the bank's statement shows, to the yen of that line
 * (security and trust 1). A deposit that came in several parts, or twice, is credited line by line: each with
 * its own signatures, entry and proof.
 */
const credit: Effect<{ lineId: string }, CreditInputs> = {
  power: 'deposit.credit',
  takes: ['lineId'],
  only: true,
  byRule: creditRule,
  memberOf,
  tells: true,
  captureInputs: () => FURTHER,
  refuse(tables, subject, { lineId }, inputs) {
    const row = tables.of(deposits).get(subject)
    const matched = row && matchDeposit(row, tables.of(statementLines).get(lineId))
    return cannotCredit(tables, subject, inputs) ?? (matched?.ok === false ? matched : null)
  },
  carryOut(tables, { subject, body: { lineId } }, when, inputs) {
    const row = tables.of(deposits).get(subject)
    const line = tables.of(statementLines).get(lineId)
    if (!row || cannotCredit(tables, subject, inputs) !== null) return no('DEPOSIT_DECIDED')
    const matched = matchDeposit(row, line)
    if (!matched.ok) return matched
    const draft = draftFrom(row.memberId, balances(tables, row.memberId))
    move(draft, 'bank', 'available', matched.value, { kind: 'deposit' })
    repayShortfall(draft)
    post(tables, when, draft.transfers)
    noteEntry(tables, when, {
      memberId: row.memberId,
      way: 'in',
      kind: 'deposit',
      yen: matched.value,
      about: row.id,
      lineId,
      reverses: null,
    })
    tables.of(statementLines).update(line!, { usedFor: row.id })
    const credited = tables
      .of(deposits)
      .update(row, {
        state: 'approved',
        decidedAt: row.decidedAt ?? when.wall,
        creditedYen: creditedOf(tables, row.id),
        lineId: row.lineId ?? lineId,
      })
    const told = notify(tables, when, row.memberId, {
      kind: 'depositCredited',
      args: { amount: matched.value },
      about: row.id,
    })
    return done({ credited: matched.value }, [
      accountChanged(row.memberId),
      fundingChanged(row.memberId, depositStep(credited)),
      told,
    ])
  },
}

/** Nothing is credited; the reason and its text are the member's to read. */
const refuse: Effect = {
  power: 'deposit.refuse',
  only: true,
  memberOf,
  tells: true,
  refuse: undecided,
  carryOut(tables, { subject, reason }, when) {
    const row = tables.of(deposits).get(subject)
    const state = row && after(DEPOSIT, row.state, 'refuse')
    if (!row || !state) return no('DEPOSIT_DECIDED')
    const refused = tables
      .of(deposits)
      .update(row, { state, decidedAt: when.wall, reason: reason!.code, textId: reason!.text!.id })
    const told = notify(tables, when, row.memberId, {
      kind: 'depositRefused',
      args: { amount: row.yen, reason: reasonWord(reason!.code) },
      about: row.id,
    })
    return done({ state }, [fundingChanged(row.memberId, depositStep(refused)), told])
  },
}

export const depositEffects: Effect[] = [credit, refuse]
