import { no } from '#kernel/result.ts'
import { iso, isDate } from '#kernel/time.ts'
import { done } from '#platform/engine/command.ts'
import type { Limits } from '#platform/limits.ts'
import { pdfMaker } from '#platform/pdf.ts'
import type { AuditPublic, BankSide } from '#modules/audit/server/public.ts'
import { NotFound, on, type AppContext, type Module } from '#modules/module.ts'
import { askedPage } from '#modules/staff/model/desk-list.ts'
import type { Effect, StaffPublic } from '#modules/staff/server/public.ts'
import * as contract from '../operator-contract.ts'
import { moveList } from '../model/behind.ts'
import { differenceOf, isOfMembers, movedOf, tiesOf } from '../model/closing.ts'
import {
  closingOf,
  closingOn,
  fileAsked,
  inSnapshot,
  newestClosings,
  type ClosingRow,
} from './closing-queries.ts'
import { closingJob, closingsCheck, hashOf, isWhole, readClosing, reckonAgain } from './closing.ts'
import { EXAMPLES } from './examples.ts'
import { figureRoutes } from './figure-routes.ts'
import { bankInBooks, classNames, closingPaper, closingTable } from './papers.ts'

const SIMULATED = { simulated: true } as const

/** Somebody takes a report along: everybody can read that it was done, and when. */
const exportEffect: Effect<{ form: string }> = {
  power: 'closing.export',
  memberOf: () => null,
  refuse: (_tables, day, { form }) =>
    isDate(day) && contract.CLOSING_FORMS.includes(form as contract.ClosingForm) ? null : no('CLOSING_FORM'),
  carryOut: () => done({}),
}

const headOf = (row: ClosingRow): contract.ClosingHead => {
  const closing = readClosing(row)
  const { count, yen } = movedOf(closing)
  return {
    number: row.number,
    day: row.day,
    at: iso(row.at),
    entries: count,
    moved: yen,
    owed: closing.owed.total,
    off: tiesOf(closing).off,
    hash: row.hash,
    whole: isWhole(row),
  }
}

function viewOf(context: AppContext, row: ClosingRow, bank: BankSide, lang: string): contract.ClosingView {
  const closing = readClosing(row)
  const { off: _, ...ties } = tiesOf(closing)
  const nameOf = classNames(context, lang)
  return {
    ...headOf(row),
    fromSeq: closing.fromSeq,
    toSeq: closing.toSeq,
    head: closing.head,
    before: closing.before,
    tax: movedOf(closing).taxYen,
    classes: closing.classes.map((line) => ({
      ...line,
      name: nameOf(line.account),
      ofMembers: isOfMembers(line.account),
      off: differenceOf(line),
    })),
    moves: closing.moves.map(({ kind, debit, credit, count, yen, taxYen }) => ({
      kind,
      list: moveList({ kind, debit, credit }),
      name: context.text(lang, `portfolio.entry.${kind}`),
      debit: nameOf(debit),
      credit: nameOf(credit),
      count,
      yen,
      tax: taxYen,
    })),
    ties,
    bank: { books: bankInBooks(closing), ...bank },
    statement: closing.owed,
    ...SIMULATED,
  }
}

/** The closing of each market day, which ties to the ledger, and its report as a file. */
export function createClosings(
  context: AppContext,
  { staff, audit }: { staff: StaffPublic; audit: Pick<AuditPublic, 'bankOn'> },
  limits: Limits,
): Module {
  const { db } = context
  const pdf = pdfMaker(limits.files.waiting)
  staff.register('closings', exportEffect)
  const rowOn = async (day: string): Promise<ClosingRow> => {
    const row = await closingOn(db, day)
    if (row === undefined) throw new NotFound()
    return row
  }
  async function paperOf(row: ClosingRow, isPdf: boolean, lang: string) {
    const kept = {
      closing: readClosing(row),
      hash: row.hash,
      bank: await audit.bankOn(row.day),
      at: context.clock.wall(),
    }
    const content = isPdf
      ? Buffer.from(await pdf.make(closingPaper(context, kept, lang)))
      : Buffer.from(closingTable(context, kept, lang))
    return {
      name: `akari-closing-${row.day}.${isPdf ? 'pdf' : 'csv'}`,
      type: isPdf ? ('application/pdf' as const) : ('text/csv' as const),
      content: content.toString('base64'),
      ...SIMULATED,
    }
  }
  return {
    name: 'closings',
    examples: EXAMPLES,
    stored: [closingsCheck],
    jobs: [closingJob(context)],
    routes: [
      ...figureRoutes(context, staff),
      on(contract.listClosings, async ({ query }) => {
        const { rows, next, total } = await newestClosings(db, askedPage(query))
        return { rows: rows.map(headOf), next, total, ...SIMULATED }
      }),
      on(contract.showClosing, async ({ params, lang }) => {
        const row = await rowOn(params.day)
        return viewOf(context, row, await audit.bankOn(row.day), lang)
      }),
      on(contract.reckonClosing, async ({ params }) => {
        const row = await rowOn(params.day)
        const before = await closingOf(db, row.number - 1)
        const again = await inSnapshot(db, (client) => reckonAgain(client, row, before))
        const hash = again === null ? null : hashOf(again)
        return {
          same: hash === row.hash && isWhole(row),
          hash,
          entries: again === null ? 0 : movedOf(again).count,
          ...SIMULATED,
        }
      }),
      on(contract.takeClosing, async ({ operator, params: { id }, lang }) => {
        const asked = await fileAsked(db, id)
        if (asked === null || asked.operatorId !== operator.operatorId) throw new NotFound()
        return paperOf(await rowOn(asked.day), asked.form === 'pdf', lang)
      }),
      on(contract.readClosingPaper, async ({ params, query: { form = 'csv' }, lang }) =>
        paperOf(await rowOn(params.day), form === 'pdf', lang),
      ),
    ],
    stop: () => pdf.stop(),
  }
}
