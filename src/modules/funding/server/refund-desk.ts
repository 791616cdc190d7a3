import type { MemberId } from '#kernel/id.ts'
import { dateJst, iso } from '#kernel/time.ts'
import { NotFound, on, type RouteHandler } from '#modules/module.ts'
import { askedPage } from '#modules/staff/model/desk-list.ts'
import type { CaseReader } from '#modules/staff/server/public.ts'
import * as contract from '../operator-contract.ts'
import { readable } from '../model/kana.ts'
import { decideRefund, readSender, refundIdOf } from '../model/refund.ts'
import { senderHash } from './details.ts'
import type { FundingDeps } from './deps.ts'
import { linesWithPayers, type Desk } from './lines-with-payers.ts'
import { memberRef, refundState, sinceOf } from './desk-views.ts'
import { isWithBank, memberOfLine, type Senders } from './refunds.ts'
import { keepSender, newestRefunds, senderDetailsOf, sendersOf } from './refund-queries.ts'
import { detailsOf } from './queries.ts'
import { bankAccounts, refunds, statementLines, type RefundRow, type SenderDetailsRow } from './tables.ts'

/** Accounts at hand, one after another: the oldest is let go of, and loaded anew when it is signed. */
const MOST_AT_HAND = 200

/**
 * Accounts of senders: typed by operators, kept beside the journal, and checked against their hash whenever
 * they are read.
 */
export function openSenders({ context, payerHash }: Pick<FundingDeps, 'context' | 'payerHash'>): Senders {
  const atHand = new Map<string, { lineId: string; payerHash: string | null }>()
  return {
    get: (hash) => atHand.get(hash),
    async load(subject) {
      for (const row of await sendersOf(context.db, subject.slice(refundIdOf('').length))) {
        if (senderHash(row) !== row.hash) continue
        atHand.delete(row.hash)
        atHand.set(row.hash, { lineId: row.lineId, payerHash: payerHash(row.holder) })
      }
      for (const hash of atHand.keys()) if (atHand.size > MOST_AT_HAND) atHand.delete(hash)
    },
  }
}

type Place = Pick<SenderDetailsRow, 'bankCode' | 'branchCode' | 'number'>
/** True if this is an accepted account of the member; null: they are unknown, or have none. */
async function isRegistered(
  { context }: Pick<FundingDeps, 'context'>,
  memberId: MemberId | null,
  asked: Place,
): Promise<boolean | null> {
  if (memberId === null) return null
  const accepted = context.engine.read
    .of(bankAccounts)
    .by('member', memberId)
    .filter(({ state }) => state === 'approved')
  const details = await Promise.all(accepted.map(({ id }) => detailsOf(context.db, id)))
  return details.length === 0
    ? null
    : details.some(
        (each) =>
          each?.bankCode === asked.bankCode &&
          each.branchCode === asked.branchCode &&
          each.number === asked.number,
      )
}

/** The account of a sender by its bank and last digits, as lists show it. */
export const senderBrief = (row: SenderDetailsRow | undefined): string =>
  row === undefined ? '' : `${row.bankName} ${row.branchName} ****${row.number.slice(-3)}`

/** Money on its way back to its sender: what was decided, and accounts typed for it. Acts alone move it. */
export function refundRoutes(deps: FundingDeps & Desk): RouteHandler[] {
  const { context, banks, payerHash } = deps
  const read = () => context.engine.read
  const view = async (row: RefundRow): Promise<contract.RefundView> => ({
    id: row.id,
    lineId: row.lineId,
    amount: row.yen,
    reference: row.reference,
    reason: row.reason,
    state: refundState(row),
    since: iso(sinceOf(row)),
    member: row.memberId === null ? null : memberRef(read(), row.memberId, Math.floor(context.clock.wall())),
    account: senderBrief(await senderDetailsOf(context.db, row.detailsHash)),
  })
  return [
    on(contract.checkSender, async ({ input }) => {
      const line = read().of(statementLines).get(input.line)
      const row = read().of(refunds).get(refundIdOf(input.line))
      const known = row === undefined ? null : { state: row.state, isWithBank: isWithBank(read(), row) }
      const decided = decideRefund(line, known, line?.yen ?? 0)
      if (!decided.ok) return decided
      const { bankName, branchName } = await banks.names(input.bankCode, input.branchCode)
      const sender = readSender(input, {
        bankName,
        branchName,
        isPayer: (holder) => (line!.payerHash === null ? null : payerHash(holder) === line!.payerHash),
      })
      if (!sender.ok) return sender
      const { bankCode, branchCode, type } = input
      const salt = Buffer.from(context.ids.bytes(16))
      const details = { lineId: line!.id, bankCode, branchCode, type, ...sender.value, salt }
      const hash = senderHash(details)
      await keepSender(context.db, {
        ...details,
        hash,
        bankName: bankName!,
        branchName: branchName!,
        at: Math.floor(context.clock.wall()),
      })
      const registered = await isRegistered(deps, memberOfLine(read(), line), details)
      return {
        account: hash,
        bank: bankName!,
        branch: branchName!,
        holder: readable(sender.value.holder),
        registered,
      }
    }),
    on(contract.listRefunds, async ({ query }) => {
      const { rows, next, total } = await newestRefunds(context.db, askedPage(query))
      const open = read().of(refunds).range('unpaid', 'all')
      return {
        rows: await Promise.all(rows.map(view)),
        next,
        total,
        open: { count: open.length, yen: open.reduce((sum, { yen }) => sum + yen, 0) },
      }
    }),
    on(contract.getRefund, async ({ params }) => {
      const known = read().of(statementLines).get(params.line)
      if (known === undefined) throw new NotFound('line')
      const row = read().of(refunds).get(refundIdOf(known.id))
      const open = row === undefined ? [] : read().of(statementLines).by('open', row.reference)
      const [line, ...payments] = await linesWithPayers(deps, [known, ...open])
      return { line: line!, refund: row === undefined ? null : await view(row), payments }
    }),
  ]
}

/** Cases of refunds for whoever signs: what came, from whom, and where it would go. */
export function refundCases(deps: FundingDeps, desk: Desk): CaseReader {
  const { context } = deps
  const read = () => context.engine.read
  const lineOf = (subject: string) =>
    read()
      .of(statementLines)
      .get(subject.slice(refundIdOf('').length))
  return {
    powers: ['refund.decide', 'refund.mark-paid', 'refund.mark-bounced'],
    yen: (subject) => lineOf(subject)?.yen ?? null,
    async brief(subject, { account }) {
      const line = lineOf(subject)
      if (line === undefined) return null
      const hash = typeof account === 'string' ? account : read().of(refunds).get(subject)?.detailsHash
      return {
        name: line.id,
        amount: line.yen,
        account: hash === undefined ? null : senderBrief(await senderDetailsOf(context.db, hash)),
        address: { page: 'statements', at: line.id },
      }
    },
    async detail(subject, { account }, lang) {
      const line = lineOf(subject)!
      const text = (key: string, args?: Record<string, string>) => context.text(lang, key, args)
      const hash =
        typeof account === 'string' ? account : (read().of(refunds).get(subject)?.detailsHash ?? '')
      const [sender, [view]] = await Promise.all([
        senderDetailsOf(context.db, hash),
        linesWithPayers({ ...deps, ...desk }, [line], () => true),
      ])
      const decided = read().of(refunds).get(subject)
      const was =
        decided?.state === 'approved' && decided.detailsHash !== hash
          ? await senderDetailsOf(context.db, decided.detailsHash)
          : undefined
      const registered =
        sender === undefined ? null : await isRegistered(deps, memberOfLine(read(), line), sender)
      const isWhole = sender !== undefined && senderHash(sender) === hash
      const fact = (label: string, value: string) => ({ label: text(`funding.console.${label}`), value })
      return {
        person: null,
        facts: [
          fact('col.payer', view?.payer ?? '—'),
          fact('fact.reference', line.reference ?? '—'),
          fact('col.booked', dateJst(line.bookedAt)),
          ...(sender === undefined
            ? []
            : [
                fact('accounts.holder', readable(sender.holder)),
                fact('col.account', `${sender.bankName} ${sender.branchName}`),
                fact('refund.type', text(`funding.type.${sender.type}`)),
                fact('refund.number', sender.number),
              ]),
          ...(was === undefined
            ? []
            : [
                fact('refund.was', `${was.bankName} ${was.branchName} ${was.number} ${readable(was.holder)}`),
              ]),
        ],
        checks: [
          {
            label: text('funding.console.refund.payer'),
            passed: isWhole && line.payerHash === deps.payerHash(sender.holder),
            value: line.payerHash === null ? text('funding.console.refund.unnamed') : '',
          },
          ...(registered === null
            ? []
            : [{ label: text('funding.console.refund.registered'), passed: registered, value: '' }]),
        ],
        look: 'deposit',
      }
    },
  }
}
