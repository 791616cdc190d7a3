import { dateJst, DAY, iso, type Ms, timeJst } from '#kernel/time.ts'
import { balances } from '#modules/ledger/server/public.ts'
import { NotFound, on, type RouteHandler } from '#modules/module.ts'
import { askedPage, foundIn } from '#modules/staff/model/desk-list.ts'
import { isSameName, readable } from '../model/kana.ts'
import { figuresOf } from '../model/measured.ts'
import { askedToday } from '../model/withdrawal.ts'
import * as contract from '../operator-contract.ts'
import { appealOf, appealSubject } from './appeals.ts'
import { countWithdrawals, pastWithdrawals, seenIn } from './desk-queries.ts'
import { isoOrNull, lineMatch, lineView, memberRef } from './desk-views.ts'
import { detailsHash } from './details.ts'
import { countOpenAppeals, detailsOf, measuredSince, withdrawalOf } from './queries.ts'
import type { FundingDeps } from './deps.ts'
import { creditsFor } from './open-line.ts'
import { linesWithPayers, type Desk } from './lines-with-payers.ts'
import { bankAccounts, statementLines, withdrawals, type WithdrawalRow } from './tables.ts'
import { countByRule, paidRule } from './line-rules.ts'
import { valuationSnapshot, termsOf } from './terms.ts'
import { isStuck } from './payment-stops.ts'
import type { Transfers } from './transfer-desk.ts'
import { checksOf } from './withdrawal-checks.ts'
import { accountBrief, accountLabel, stoppedView, withdrawalView } from './views.ts'

/** Period of the figures, the same as on the public page. */
const FIGURES_OF: Ms = 90 * DAY
/** Lines that are offered for one claim; those of its sum come first. */
const MOST_CREDITS = 10

const readOf = ({ context }: FundingDeps) => context.engine.read
const wallOf = ({ context }: FundingDeps): number => Math.floor(context.clock.wall())

/**
 * The queue of withdrawals: what waits for two people, what is on its way, what the rule approved, what is
 * over.
 */
export function deskWithdrawals(deps: FundingDeps, desk: Desk): RouteHandler[] {
  const { transfers } = desk
  const { context, commandDeps, staff, verifiedName } = deps
  const { db } = context
  const read = () => readOf(deps)
  const wall = () => wallOf(deps)

  return [
    on(contract.listDeskWithdrawals, async ({ query }) => {
      const now = wall()
      const review = read()
        .of(withdrawals)
        .range('due', 'all')
        .filter(({ decider }) => decider === 'two')
      const bank = [
        ...read().of(withdrawals).range('unpaid', 'all'),
        ...read().of(withdrawals).range('claimed', 'all'),
      ]
      const view = query.view ?? 'review'
      const asked = askedPage(query)
      const shared = sharedReads(deps)
      const [counted, measured, openAppeals, past] = await Promise.all([
        countWithdrawals(db, now - DAY, timeJst(dateJst(now), 0)),
        measuredSince(db, now - FIGURES_OF),
        countOpenAppeals(db),
        view === 'review' || view === 'bank'
          ? null
          : pastWithdrawals(db, view === 'rule' ? { rule: now - DAY } : view, asked),
      ])
      const { rows, next, total } =
        past ??
        (view === 'review'
          ? foundIn(review, ({ dueAt, id }) => ({ figure: dueAt, id }), seenIn(read()), asked)
          : foundIn(
              bank,
              ({ requestedAt, id }) => ({ figure: requestedAt, id }),
              seenIn(read()),
              asked,
              'desc',
            ))
      const { medianMs, denialBp } = figuresOf(measured)
      return {
        counts: {
          review: review.length,
          bank: bank.length,
          byRule: countByRule(read(), paidRule, now),
          rule: counted.rule,
          denied: counted.denied,
        },
        rows: await Promise.all(rows.map((one) => rowOf(deps, transfers, one, shared))),
        next,
        total,
        figures: {
          reviewYen: review.reduce((sum, { yen }) => sum + yen, 0),
          paidTodayYen: counted.paidTodayYen,
          medianMs,
          denialBp,
          firstDueAt: isoOrNull(review[0]?.dueAt ?? null),
          openAppeals,
        },
        now: iso(now),
      }
    }),
    on(contract.getDeskWithdrawal, async ({ params, operator, lang }) => {
      const one = read().of(withdrawals).get(params.id)
      if (one === undefined) throw new NotFound('withdrawal')
      const { memberId } = one
      await staff.logRead(operator.operatorId, memberId, 'withdrawal')
      const appeal = appealOf(read(), one.id)
      const [entry, details, name, about, appealed] = await Promise.all([
        withdrawalOf(db, memberId, one.id),
        detailsOf(db, one.accountId),
        verifiedName(memberId),
        staff.actsOn(memberId, one.id, lang),
        appeal === undefined ? [] : staff.actsOn(memberId, appealSubject(appeal.id), lang),
      ])
      const holder = details === undefined ? '' : readable(details.holder)
      const money = balances(read(), memberId)
      const today = askedToday(
        read().of(withdrawals).by('member', memberId),
        dateJst(wall()),
        dateJst(context.clock.confirmed()),
      )
      const counted = one.lineId === null ? [] : [read().of(statementLines).get(one.lineId)!]
      return {
        row: await rowOf(deps, transfers, one, sharedReads(deps)),
        withdrawal: withdrawalView(
          entry!,
          accountLabel(details, (key, args) => context.text(lang, key, args)),
          commandDeps.isBusinessDay,
          context.clock,
        ),
        member: memberRef(read(), memberId, wall()),
        name,
        holder,
        reference: one.reference,
        provenBy: one.provenBy,
        transferId: one.transferId,
        money: {
          available: money.available,
          withdrawable: termsOf(read(), memberId, valuationSnapshot(commandDeps.held, read(), memberId))
            .withdrawableYen,
          held: money.withdrawalHold,
          todayYen: today.yen,
          today: today.standing,
        },
        checks: await checksOf(deps, one, holder),
        lines: [...read().of(statementLines).by('open', one.reference), ...counted].map((line) =>
          lineView(read(), line, null),
        ),
        credits: await linesWithPayers({ ...deps, ...desk }, creditsFor(read(), one).slice(0, MOST_CREDITS)),
        acts: [...about, ...appealed],
      }
    }),
  ]
}

/** Account details and verified names that the rows of one answer share: each is read once. */
function sharedReads({ context, verifiedName }: FundingDeps) {
  const once = <T>(read: (id: string) => Promise<T>): ((id: string) => Promise<T>) => {
    const known = new Map<string, Promise<T>>()
    return (id) => {
      const reading = known.get(id) ?? read(id)
      known.set(id, reading)
      return reading
    }
  }
  return { details: once((id) => detailsOf(context.db, id)), name: once(verifiedName) }
}

async function rowOf(
  deps: FundingDeps,
  transfers: Transfers,
  one: WithdrawalRow,
  shared: ReturnType<typeof sharedReads>,
): Promise<contract.DeskWithdrawal> {
  const read = readOf(deps)
  const [details, name] = await Promise.all([shared.details(one.accountId), shared.name(one.memberId)])
  const account = read.of(bankAccounts).get(one.accountId)
  const open = read.of(statementLines).by('open', one.reference)
  const line = open.find((each) => lineMatch(read, each) !== 'bank-corrected') ?? open[0]
  return {
    id: one.id,
    member: memberRef(read, one.memberId, wallOf(deps)),
    amount: one.yen,
    reference: one.reference,
    account: accountBrief(details) ?? '',
    state: one.state,
    decider: one.decider,
    approvedBy: one.approvedBy,
    requestedAt: iso(one.requestedAt),
    dueAt: iso(one.dueAt),
    approvedAt: isoOrNull(one.approvedAt),
    stopped: stoppedView(one, deps.context.clock),
    stuck: isStuck(read, one, Math.floor(deps.context.clock.confirmed()), transfers.isUnwritable(one.id)),
    paidAt: isoOrNull(one.paidAt),
    endedAt: isoOrNull(one.endedAt),
    reason: one.reason,
    transferId: one.transferId,
    appealed: appealOf(read, one.id) !== undefined,
    paid: one.paidYen,
    claim: one.claimYen,
    accountDays:
      account === undefined ? 0 : Math.floor((wallOf(deps) - (account.decidedAt ?? account.addedAt)) / DAY),
    sound:
      details !== undefined &&
      name !== null &&
      detailsHash(details) === account?.detailsHash &&
      isSameName(readable(details.holder), name),
    line:
      line === undefined
        ? null
        : {
            id: line.id,
            kind: line.kind,
            match: lineMatch(read, line),
            several:
              open.filter((each) => each.kind === line.kind && lineMatch(read, each) !== 'bank-corrected')
                .length > 1,
          },
  }
}
