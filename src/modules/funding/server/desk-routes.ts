import { no, type Refusal } from '#kernel/result.ts'
import { iso } from '#kernel/time.ts'
import type { TableReader } from '#platform/engine/table.ts'
import { NotFound, on, type RouteHandler } from '#modules/module.ts'
import { askedPage, foundIn } from '#modules/staff/model/desk-list.ts'
import { maskName } from '#modules/staff/model/mask.ts'
import * as contract from '../operator-contract.ts'
import {
  countCorrections,
  newestEntries,
  newestFiles,
  newestLines,
  newestTransfers,
  decidedDeposits,
  seenIn,
} from './desk-queries.ts'
import {
  behind,
  isCountable,
  isCreditable,
  isStray,
  isoOrNull,
  lineMatch,
  lineView,
  memberRef,
  whoOf,
} from './desk-views.ts'
import { entriesAbout, standingYen } from './cash-entries.ts'
import { hindranceOf } from './corrections.ts'
import { depositOf, detailsOf } from './queries.ts'
import { linesWithPayers, type Desk } from './lines-with-payers.ts'
import { refundRoutes, senderBrief } from './refund-desk.ts'
import { senderDetailsOf } from './refund-queries.ts'
import type { FundingDeps } from './deps.ts'
import { countByRule, creditRule } from './line-rules.ts'
import { importHindrance } from './statement.ts'
import {
  deposits,
  refunds,
  statementLines,
  transferFiles,
  withdrawals,
  type DepositRow,
  type StatementLineRow,
  type TransferFileRow,
} from './tables.ts'
import { accountBrief, depositView } from './views.ts'

/** Lines of the same sum that are shown beside a deposit. */
const MOST_ALIKE = 10

type DeskDeps = FundingDeps & Desk

const readOf = ({ context }: FundingDeps) => context.engine.read
const wallOf = ({ context }: FundingDeps): number => Math.floor(context.clock.wall())
const refusalIn = ({ context }: FundingDeps, lang: string, refusal: Refusal | null): string | null =>
  refusal === null ? null : context.text(lang, `funding.rejection.${refusal.rejection}`, refusal.detail)
const waitingLines = (deps: FundingDeps): StatementLineRow[] =>
  readOf(deps).of(statementLines).range('waiting', 'all').toReversed()

/**
 * The money desk of the console: statements, deposits, files for the bank, corrections. What is done is done
 * by acts alone; these routes show.
 */
export function deskRoutes(deps: FundingDeps, desk: Desk): RouteHandler[] {
  const all = { ...deps, ...desk }
  return [
    ...statementRoutes(all),
    ...refundRoutes(all),
    ...depositDesk(all),
    ...transferRoutes(all),
    correctionRoute(deps),
  ]
}

function statementRoutes(deps: DeskDeps): RouteHandler[] {
  const {
    context: { db, log },
    staff,
    statements,
    payerHash,
  } = deps
  const read = () => readOf(deps)
  return [
    on(contract.checkStatement, async ({ input, lang }) => {
      const taken = await statements.take(input.packed)
      if (!taken.ok) return taken
      const { id, form, lines, old } = taken.value
      const views = lines.map(({ at, payer, ...line }) => {
        const known = read().of(statementLines).get(line.id)
        return lineView(
          read(),
          known ?? {
            ...line,
            payerHash: payerHash(payer),
            source: 'file',
            fileId: id,
            number: at,
            usedFor: null,
          },
          maskName(payer),
        )
      })
      const sum = (isOut: boolean): number =>
        lines.reduce((total, line) => ((line.kind === 'out') === isOut ? total + line.yen : total), 0)
      return {
        id,
        form,
        inYen: sum(false),
        outYen: sum(true),
        old,
        lines: views,
        hindrance: refusalIn(deps, lang, importHindrance(read(), id, statements.get(id) ?? null)),
      }
    }),
    on(contract.listStatementFiles, async ({ query }) => {
      const { rows, next, total } = await newestFiles(db, askedPage(query))
      return {
        rows: rows.map(({ id, form, lines, inYen, outYen, importedBy, importedAt }) => ({
          id,
          form,
          lines,
          inYen,
          outYen,
          importedBy: whoOf(staff, importedBy),
          importedAt: iso(importedAt),
        })),
        next,
        total,
      }
    }),
    on(contract.getLinePayer, async ({ params: { id }, operator }) => {
      const row = read().of(statementLines).get(id)
      if (row === undefined) throw new NotFound('line')
      const { deposit, withdrawal } = behind(read(), row.reference)
      const owner = deposit ?? withdrawal
      if (owner === null)
        log.info(
          { operator: operator.operatorId, line: id },
          'the payer of a line that belongs to no member was looked at',
        )
      else
        await staff.logRead(operator.operatorId, owner.memberId, deposit === null ? 'withdrawal' : 'deposit')
      const [view] = await linesWithPayers(deps, [row], () => true)
      return { payer: view!.payer }
    }),
    on(contract.listStatementLines, async ({ query }) => {
      const waiting = waitingLines(deps)
      const open = waiting.filter((line) => isCountable(read(), line))
      const unmatched = waiting.filter((line) => isStray(read(), line))
      const asked = askedPage(query)
      const view = query.view ?? 'open'
      const { rows, next, total } =
        query.file !== undefined || view === 'all'
          ? await newestLines(db, query.file ?? null, asked)
          : foundIn(
              view === 'open' ? open : unmatched,
              ({ bookedAt, id }) => ({ figure: bookedAt, id }),
              seenIn(read()),
              asked,
              'desc',
            )
      return {
        counts: {
          open: open.length,
          unmatched: unmatched.length,
          refunds: read().of(refunds).range('unpaid', 'all').length,
          all: read().of(statementLines).size,
        },
        rows: await linesWithPayers(deps, rows),
        next,
        total,
      }
    }),
  ]
}

/** Lines of a reference that wait to be credited, those that can be first. */
const creditLines = (tables: TableReader, reference: string): StatementLineRow[] => {
  const lines = tables
    .of(statementLines)
    .by('open', reference)
    .filter(({ kind }) => kind === 'in')
    .toSorted((a, b) => a.bookedAt - b.bookedAt)
  const can = (line: StatementLineRow): boolean => isCreditable(lineMatch(tables, line))
  return [...lines.filter(can), ...lines.filter((line) => !can(line))]
}
/** A deposit that waits: a line can be credited to it, one is there that cannot, or none is. */
function readiness(tables: TableReader, reference: string): 'ready' | 'check' | 'waiting' {
  const [first] = creditLines(tables, reference)
  if (first === undefined) return 'waiting'
  return isCreditable(lineMatch(tables, first)) ? 'ready' : 'check'
}

/** Credited deposits of which another line of the member's own money waits: people look at each. */
const withFurther = (tables: TableReader): DepositRow[] => [
  ...new Set(
    tables
      .of(statementLines)
      .range('waiting', 'all')
      .flatMap((line) =>
        lineMatch(tables, line) === 'further' ? (behind(tables, line.reference).deposit ?? []) : [],
      ),
  ),
]

/** `isPast`: among what is decided its own line stands, whatever else has come since. */
function deskDeposit(deps: FundingDeps, row: DepositRow, isPast = false): contract.DeskDeposit {
  const read = readOf(deps)
  const waiting = creditLines(read, row.reference).find((each) => isCreditable(lineMatch(read, each)))
  const line =
    row.lineId === null
      ? creditLines(read, row.reference)[0]
      : ((isPast ? undefined : waiting) ?? read.of(statementLines).get(row.lineId))
  return {
    id: row.id,
    member: memberRef(read, row.memberId, wallOf(deps)),
    amount: row.yen,
    method: row.method,
    reference: row.reference,
    requestedAt: iso(row.requestedAt),
    decidedAt: isoOrNull(row.decidedAt),
    status: row.state,
    credited: standingYen(read, row),
    reason: row.reason,
    line:
      line === undefined
        ? null
        : { id: line.id, amount: line.yen, match: lineMatch(read, line), bookedAt: iso(line.bookedAt) },
  }
}

function depositDesk(deps: DeskDeps): RouteHandler[] {
  const {
    context: { db },
    staff,
    verifiedName,
  } = deps
  const read = () => readOf(deps)
  /**
   * Lines under its reference; while it waits also open ones of the same sum that carry none, for people to
   * look at.
   */
  const linesOf = (row: DepositRow): StatementLineRow[] => {
    const open = read().of(statementLines).by('open', row.reference)
    const counted = entriesAbout(read(), row.id).flatMap(
      ({ lineId }) => (lineId === null ? undefined : read().of(statementLines).get(lineId)) ?? [],
    )
    const own = [...new Set([...counted, ...open])]
    const isAlike = (line: StatementLineRow): boolean =>
      line.kind === 'in' &&
      line.yen === row.yen &&
      line.reference !== row.reference &&
      behind(read(), line.reference).deposit === null
    return row.state === 'pending'
      ? [...own, ...waitingLines(deps).filter(isAlike).slice(0, MOST_ALIKE)]
      : own
  }
  return [
    on(contract.listDeskDeposits, async ({ query }) => {
      const pending = read().of(deposits).range('waiting', 'all')
      const grouped = Map.groupBy(pending, ({ reference }) => readiness(read(), reference))
      const inView = (id: 'ready' | 'check' | 'waiting'): DepositRow[] => [
        ...(grouped.get(id) ?? []),
        ...(id === 'check' ? withFurther(read()) : []),
      ]
      const asked = askedPage(query)
      const view = query.view ?? 'ready'
      const { rows, next, total } =
        view === 'decided'
          ? await decidedDeposits(db, asked)
          : foundIn(
              inView(view),
              ({ requestedAt, id }) => ({ figure: requestedAt, id }),
              seenIn(read()),
              asked,
            )
      return {
        counts: {
          ready: inView('ready').length,
          check: inView('check').length,
          waiting: inView('waiting').length,
          byRule: countByRule(read(), creditRule, wallOf(deps)),
        },
        rows: rows.map((row) => deskDeposit(deps, row, view === 'decided')),
        next,
        total,
      }
    }),
    on(contract.getDeskDeposit, async ({ params, operator, lang }) => {
      const row = read().of(deposits).get(params.id)
      if (row === undefined) throw new NotFound('deposit')
      const { memberId } = row
      await staff.logRead(operator.operatorId, memberId, 'deposit')
      const [entry, name, acts, lines] = await Promise.all([
        depositOf(db, memberId, row.id),
        verifiedName(memberId),
        staff.actsOn(memberId, row.id, lang),
        linesWithPayers(
          deps,
          linesOf(row),
          (line) => line.usedFor === row.id || line.reference === row.reference,
        ),
      ])
      return {
        row: deskDeposit(deps, row),
        deposit: depositView(entry!),
        member: memberRef(read(), memberId, wallOf(deps)),
        name,
        lines,
        acts,
      }
    }),
  ]
}

/** Payments as they stand now, with the account by its bank and last digits. */
async function paymentsOf(
  deps: FundingDeps,
  ids: readonly string[],
  refundIds: readonly string[],
): Promise<contract.Payment[]> {
  const read = readOf(deps)
  const back = refundIds.map(async (id): Promise<contract.Payment> => {
    const row = read.of(refunds).get(id)!
    return {
      id,
      member: row.memberId === null ? null : memberRef(read, row.memberId, wallOf(deps)),
      amount: row.yen,
      reference: row.reference,
      account: senderBrief(await senderDetailsOf(deps.context.db, row.detailsHash)),
      state: row.state,
      refundOf: row.lineId,
    }
  })
  const out = ids.map(async (id): Promise<contract.Payment> => {
    const row = read.of(withdrawals).get(id)!
    return {
      id,
      member: memberRef(read, row.memberId, wallOf(deps)),
      amount: row.yen,
      reference: row.reference,
      account: accountBrief(await detailsOf(deps.context.db, row.accountId)) ?? '',
      state: row.state,
      refundOf: null,
    }
  })
  return Promise.all([...out, ...back])
}

/** The state of a refund as a file knows it: what has gone again since stands in another one. */
const refundIn = (tables: TableReader, id: string, fileId: string): string | undefined => {
  const row = tables.of(refunds).get(id)
  return row?.transferId === fileId ? row.state : 'bounced'
}

function transferRoutes(deps: DeskDeps): RouteHandler[] {
  const {
    context: { db },
    staff,
    transfers,
  } = deps
  const read = () => readOf(deps)
  const view = (row: TransferFileRow) => {
    const states: (string | undefined)[] = [
      ...row.withdrawalIds.map((id) => read().of(withdrawals).get(id)?.state),
      ...row.refundIds.map((id) => refundIn(read(), id, row.id)),
    ]
    return {
      id: row.id,
      name: `akari-${row.day.replaceAll('-', '')}-${row.id.slice(0, 8)}.txt`,
      day: row.day,
      count: row.withdrawalIds.length + row.refundIds.length,
      yen: row.yen,
      paid: states.filter((state) => state === 'paid').length,
      returned: states.filter((state) => state === 'returned' || state === 'bounced').length,
      madeBy: whoOf(staff, row.madeBy),
      madeAt: iso(row.madeAt),
    }
  }
  return [
    on(contract.getNextTransfers, async () => {
      const { id, file, unwritable } = await transfers.next()
      return {
        id,
        day: file?.day ?? null,
        count: (file?.withdrawalIds.length ?? 0) + (file?.refundIds?.length ?? 0),
        yen: file?.yen ?? 0,
        payments: await paymentsOf(deps, file?.withdrawalIds ?? [], file?.refundIds ?? []),
        unwritable: [...unwritable],
      }
    }),
    on(contract.listTransferFiles, async ({ query }) => {
      const { rows, next, total } = await newestTransfers(db, askedPage(query))
      return { rows: rows.map(view), next, total }
    }),
    on(contract.getTransferPayments, async ({ params }) => {
      const row = read().of(transferFiles).get(params.id)
      if (row === undefined) throw new NotFound('transfer file')
      return { payments: await paymentsOf(deps, row.withdrawalIds, row.refundIds), yen: row.yen }
    }),
    on(contract.getTransferFile, async ({ params }) => {
      const bytes = await transfers.bytesOf(params.id)
      if (bytes === undefined) throw new NotFound('transfer file')
      if (bytes === null) return no('TRANSFER_DIFFERS')
      const { id, name } = view(read().of(transferFiles).get(params.id)!)
      return {
        id,
        name,
        type: 'text/plain; charset=Shift_JIS',
        content: Buffer.from(bytes).toString('base64'),
      }
    }),
  ]
}

const correctionRoute = (deps: FundingDeps): RouteHandler =>
  on(contract.listCashEntries, async ({ query, lang }) => {
    const read = readOf(deps)
    const { rows, next, total } = await newestEntries(
      deps.context.db,
      { member: query.member ?? null, corrected: query.view === 'corrected' },
      askedPage(query),
    )
    return {
      next,
      total,
      corrected: await countCorrections(deps.context.db, 0),
      rows: rows.map(({ id, memberId, way, kind, yen, about, at, reverses, reversedBy }) => ({
        id,
        member: memberRef(read, memberId, wallOf(deps)),
        way,
        kind,
        amount: yen,
        about,
        at: iso(at),
        reverses,
        reversedBy,
        hindrance: refusalIn(deps, lang, hindranceOf(read, deps.commandDeps.held, id)),
      })),
    }
  })
