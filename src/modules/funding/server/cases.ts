import type { Yen } from '#kernel/money.ts'
import { dateJst, iso } from '#kernel/time.ts'
import type { CaseReader } from '#modules/staff/server/public.ts'
import { balances } from '#modules/ledger/server/public.ts'
import { readable } from '../model/kana.ts'
import { reasonWord } from '../model/states.ts'
import type { FundingDeps } from './deps.ts'
import { lineMatch } from './desk-views.ts'
import { linesWithPayers, type Desk } from './lines-with-payers.ts'
import { openLine } from './open-line.ts'
import { detailsOf } from './queries.ts'
import {
  cashEntries,
  deposits,
  statementLines,
  withdrawals,
  type DepositRow,
  type StatementLineRow,
} from './tables.ts'
import { refundCases } from './refund-desk.ts'
import { termsOf, valuationSnapshot } from './terms.ts'
import { accountBrief, accountLabel } from './views.ts'
import { checksOf } from './withdrawal-checks.ts'

/** Cases of requests about money of the bank: how much, whose, to which account, by which checks. */
export const fundingCases = (deps: FundingDeps, desk: Desk): readonly CaseReader[] => [
  withdrawalCases(deps, desk),
  depositCases(deps, desk),
  entryCases(deps),
  refundCases(deps, desk),
]

function withdrawalCases(deps: FundingDeps, desk: Desk): CaseReader {
  const { context, commandDeps, verifiedName } = deps
  const rowOf = (subject: string) => context.engine.read.of(withdrawals).get(subject)
  return {
    powers: [
      'withdrawal.approve',
      'withdrawal.deny',
      'withdrawal.mark-paid',
      'withdrawal.mark-returned',
      'withdrawal.settle',
    ],
    yen: (subject) => rowOf(subject)?.yen ?? null,
    async brief(subject) {
      const row = rowOf(subject)
      return row === undefined
        ? null
        : {
            name: row.reference,
            amount: row.yen,
            account: accountBrief(await detailsOf(context.db, row.accountId)),
            address: { page: 'withdrawals', at: row.id },
          }
    },
    async detail(subject, { lineId }, lang) {
      const row = rowOf(subject)!
      const line = typeof lineId === 'string' ? context.engine.read.of(statementLines).get(lineId) : undefined
      const text = (key: string, args?: Record<string, string>) => context.text(lang, key, args)
      const details = await detailsOf(context.db, row.accountId)
      const holder = details === undefined ? '' : readable(details.holder)
      const held = valuationSnapshot(commandDeps.held, context.engine.read, row.memberId)
      const [person, checks, payers] = await Promise.all([
        verifiedName(row.memberId),
        checksOf(deps, row, holder),
        line?.kind === 'in' ? linesWithPayers({ ...deps, ...desk }, [line], () => true) : [],
      ])
      return {
        person,
        facts: [
          { label: text('funding.console.accounts.holder'), value: holder },
          {
            label: text('funding.console.col.account'),
            value: accountLabel(details, (key, args) => context.text(lang, key, args)),
          },
          {
            label: text('funding.console.fact.withdrawable'),
            value: termsOf(context.engine.read, row.memberId, held).withdrawableYen,
          },
          { label: text('funding.console.col.received'), value: iso(row.requestedAt) },
          ...(line === undefined || (line.kind !== 'in' && line.yen === row.yen)
            ? []
            : [
                { label: text('funding.console.fact.line'), value: line.id },
                { label: text('funding.console.kind', { kind: line.kind }), value: line.yen },
                ...payers.map(({ payer }) => ({
                  label: text('funding.console.col.payer'),
                  value: payer ?? '—',
                })),
                ...(line.kind === 'out'
                  ? [
                      {
                        label: text('funding.console.fact.rest', {
                          way: line.yen < row.yen ? 'short' : 'over',
                        }),
                        value: Math.abs(row.yen - line.yen),
                      },
                    ]
                  : []),
              ]),
        ],
        checks: checks.map(({ name, passed, value }) => ({
          label: text('funding.console.check', { name }),
          passed,
          value,
        })),
        look: 'withdrawal',
      }
    },
  }
}

function depositCases(deps: FundingDeps, desk: Desk): CaseReader {
  const { context, verifiedName } = deps
  const read = () => context.engine.read
  const rowOf = (subject: string) => read().of(deposits).get(subject)
  /** The line that is to be credited, else the one that carries its reference. */
  const lineOf = (row: DepositRow, lineId: unknown): StatementLineRow | undefined =>
    (typeof lineId === 'string' ? read().of(statementLines).get(lineId) : undefined) ??
    openLine(read(), row.reference, 'in')
  const yenOf = (row: DepositRow, lineId: unknown): Yen =>
    lineId === undefined ? row.yen : (lineOf(row, lineId)?.yen ?? row.yen)
  return {
    powers: ['deposit.credit', 'deposit.refuse'],
    yen(subject, { lineId }) {
      const row = rowOf(subject)
      return row === undefined ? null : yenOf(row, lineId)
    },
    async brief(subject, { lineId }) {
      const row = rowOf(subject)
      return row === undefined
        ? null
        : {
            name: row.reference,
            amount: yenOf(row, lineId),
            account: null,
            address: { page: 'deposits', at: row.id },
          }
    },
    async detail(subject, { lineId }, lang) {
      const row = rowOf(subject)!
      const text = (key: string, args?: Record<string, string>) => context.text(lang, key, args)
      const line = lineOf(row, lineId)
      const [view] = line === undefined ? [] : await linesWithPayers({ ...deps, ...desk }, [line], () => true)
      const match = line === undefined ? null : lineMatch(read(), line)
      // Several lines of one number: whoever signs second reads which of them, and that there are others.
      const others = read()
        .of(statementLines)
        .by('open', row.reference)
        .filter(({ id, kind }) => kind === 'in' && id !== line?.id)
      return {
        person: await verifiedName(row.memberId),
        facts: [
          { label: text('funding.console.fact.announced'), value: row.yen },
          { label: text('funding.console.col.method'), value: text(`funding.deposit.by.${row.method}`) },
          ...(line === undefined
            ? []
            : [
                { label: text('funding.console.col.line'), value: line.yen },
                { label: text('funding.console.fact.line'), value: line.id },
                { label: text('funding.console.col.payer'), value: view?.payer ?? '—' },
                { label: text('funding.console.col.booked'), value: dateJst(line.bookedAt) },
              ]),
        ],
        checks: [
          {
            label: text('funding.console.col.match'),
            passed: match === 'deposit' || match === 'used',
            value: text('funding.console.match', { match: reasonWord(match ?? 'none') }),
          },
          {
            label: text('funding.console.oneLine'),
            passed: others.length === 0,
            value: others.length === 0 ? null : others.map(({ id }) => id).join(', '),
          },
        ],
        look: 'deposit',
      }
    },
  }
}

function entryCases({ context, verifiedName }: FundingDeps): CaseReader {
  const rowOf = (subject: string) => context.engine.read.of(cashEntries).get(subject)
  return {
    powers: ['entry.reverse'],
    yen: (subject) => rowOf(subject)?.yen ?? null,
    async brief(subject) {
      const row = rowOf(subject)
      return row === undefined
        ? null
        : { name: row.id, amount: row.yen, account: null, address: { page: 'corrections', at: row.id } }
    },
    async detail(subject, _body, lang) {
      const row = rowOf(subject)!
      return {
        person: await verifiedName(row.memberId),
        facts: [
          {
            label: context.text(lang, 'funding.console.col.kind'),
            value: context.text(lang, 'funding.console.entryKind', { kind: reasonWord(row.kind) }),
          },
          { label: context.text(lang, 'funding.console.col.at'), value: iso(row.at) },
          ...(row.lineId === null
            ? []
            : [{ label: context.text(lang, 'funding.console.fact.line'), value: row.lineId }]),
          {
            label: context.text(lang, 'funding.console.fact.after'),
            value:
              balances(context.engine.read, row.memberId).available + (row.way === 'in' ? -row.yen : row.yen),
          },
        ],
        checks: [],
        look: 'ledger',
      }
    },
  }
}
