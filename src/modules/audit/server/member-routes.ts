import { yenOf, type PriceTenths } from '#kernel/price.ts'
import { iso, type Ms } from '#kernel/time.ts'
import type { Operator } from '#platform/http/route-handler.ts'
import { depositLog, movementsOf, withdrawalLog, type Movement } from '#modules/funding/server/public.ts'
import { maskEmail } from '#modules/identity/model/email.ts'
import { maskMobile } from '#modules/identity/model/mobile.ts'
import { accountId, DEBT_ACCOUNTS, isDebt, OWN_ACCOUNTS, ownMoney } from '#modules/ledger/model/accounts.ts'
import { balances } from '#modules/ledger/server/public.ts'
import { averageOf } from '#modules/orders/model/average.ts'
import { averageTenths } from '#modules/orders/model/order.ts'
import { wayOf } from '#modules/orders/model/way.ts'
import { ordersOf } from '#modules/orders/server/public.ts'
import { lotsOf } from '#modules/portfolio/server/public.ts'
import { accountKind } from '#modules/tax/server/public.ts'
import { NotFound, on, type RouteHandler } from '#modules/module.ts'
import * as contract from '../operator-contract.ts'
import { askedPage } from '#modules/staff/model/desk-list.ts'
import type { ReadWhat } from '#modules/staff/contract.ts'
import { maskName } from '#modules/staff/model/mask.ts'
import {
  banksOf,
  casesOf,
  countsOf,
  devicesOf,
  doneTo,
  identityOf,
  loansOf,
  memberFound,
  personFactsOf,
  profileOf,
  searchMembers,
  stateOf,
  type FoundMember,
} from './member-queries.ts'
import { newestSearches } from './people-queries.ts'
import { foldLooks } from '../model/fold-looks.ts'
import { tagsAfter } from '../model/notes.ts'
import type { AuditDeps } from './deps.ts'
import { timelineOf, type Place } from './timeline-queries.ts'

const ROWS = 50
const SIMULATED = { simulated: true } as const
const maybe = (at: Ms | null): string | null => (at === null ? null : iso(at))

/** The place in a list of times that `next` named, as `1809000000000.000000000482-1`. */
const placeOf = (next: string): Place => {
  const dot = next.indexOf('.')
  return { at: Number(next.slice(0, dot)), id: next.slice(dot + 1) }
}

/**
 * Members on the console. Nothing here writes, but for who looked: each answer with data of a member is
 * logged before it is given.
 */
export const memberRoutes = (deps: AuditDeps): RouteHandler[] => {
  const looked = lookingAt(deps)
  return [
    findRoute(deps),
    searchesRoute(deps),
    summaryRoute(deps, looked),
    ...tradeRoutes(deps, looked),
    ...recordRoutes(deps, looked),
    timelineRoute(deps, looked),
    ...noteRoutes(deps, looked),
  ]
}

type Looking = ReturnType<typeof lookingAt>
function lookingAt({ context: { db }, staff }: AuditDeps) {
  /** The member, once the look is written down. */
  return async (
    operator: Operator,
    id: string,
    ...what: Parameters<typeof staff.logRead>[2][]
  ): Promise<FoundMember & { email: string | null; name: string | null }> => {
    const found = await memberFound(db, id)
    if (found === undefined) throw new NotFound()
    for (const each of what) await staff.logRead(operator.operatorId, id, each)
    return found
  }
}

/** `next`: the last row's id where the page is full. */
const page = <Row extends { id: string }>(rows: Row[]) => ({
  rows,
  next: rows.length < ROWS ? null : rows.at(-1)!.id,
  ...SIMULATED,
})

const findRoute = ({ context: { db, clock }, staff, identity, people }: AuditDeps): RouteHandler =>
  on(contract.findMembers, async ({ operator, query: { q = '', level = null, state = null, after } }) => {
    const now = clock.wall()
    const found = q.trim() === '' ? null : await people.find(q)
    if (found !== null) await people.note(operator.operatorId, q, found.size)
    const { found: rows, total } = await searchMembers(db, {
      ids: found === null ? null : [...found.keys()],
      level,
      state,
      after: Number(after ?? 0),
      limit: ROWS,
      now,
    })
    for (const { id } of rows)
      if (found !== null && found.get(id) !== 'number')
        await staff.logRead(operator.operatorId, id, 'profile')
    return {
      rows: rows.map((row) => ({
        id: row.id,
        number: row.number,
        level: row.level,
        state: stateOf(row, now),
        openedAt: iso(row.openedAt),
        mobile: found?.get(row.id) === 'mobile' ? maskMobile(row.mobile) : null,
        simulatedMember: identity.isSimulated(row.id),
        by: found?.get(row.id) ?? null,
      })),
      next: rows.length < ROWS ? null : rows.at(-1)!.number,
      total,
      ...SIMULATED,
    }
  })

const searchesRoute = ({ context: { db } }: AuditDeps): RouteHandler =>
  on(contract.listSearches, async ({ query }) => {
    const { rows, next, total } = await newestSearches(db, askedPage(query))
    return {
      rows: rows.map(({ id, role, number, words, found, at }) => ({
        id,
        by: { role, number },
        words,
        found,
        at: iso(at),
      })),
      next,
      total,
    }
  })

const summaryRoute = ({ context, identity, notes }: AuditDeps, looked: Looking): RouteHandler =>
  on(contract.showMember, async ({ operator, params: { id } }) => {
    const member = await looked(operator, id, 'profile')
    const { db, clock, engine } = context
    const now = clock.wall()
    const money = balances(engine.read, id)
    const verification = await identityOf(db, id)
    const facts = await personFactsOf(db, id)
    return {
      id,
      number: member.number,
      simulatedMember: identity.isSimulated(id),
      level: member.level,
      state: stateOf(member, now),
      openedAt: iso(member.openedAt),
      name:
        member.name === null
          ? null
          : operator.roles.includes('reviewer')
            ? member.name
            : maskName(member.name),
      mobile: maskMobile(member.mobile),
      email: member.email === null ? null : maskEmail(member.email),
      identity:
        verification === undefined
          ? null
          : {
              front: verification.frontState,
              back: verification.backState,
              submittedAt: iso(verification.submittedAt),
              decidedAt: maybe(verification.decidedAt),
            },
      frozen: member.frozenAt !== null,
      heldUntil: maybe(member.heldUntil),
      withdrawalsClosedUntil: maybe(member.withdrawalsClosedUntil),
      balances: [...OWN_ACCOUNTS, ...DEBT_ACCOUNTS].map((name) => ({
        account: accountId(id, name),
        name,
        yen: money[name],
      })),
      ownMoney: ownMoney(money),
      owed: DEBT_ACCOUNTS.reduce((sum, name) => sum + (isDebt(name) ? money[name] : 0), 0),
      ...(await countsOf(db, id)),
      banks: (await banksOf(db, id)).map(({ number, ...bank }) => ({ ...bank, digits: number.slice(-4) })),
      factsOnRecord: facts !== undefined,
      facts: operator.roles.includes('reviewer') ? (facts ?? null) : null,
      profile: await profileOf(db, id).then((answers) =>
        answers === undefined ? null : { ...answers, at: iso(answers.at) },
      ),
      tax: accountKind(engine.read, id),
      loans: await loansOf(db, id),
      tags: tagsAfter(await notes.of(id)),
      ...SIMULATED,
    }
  })

/** Steps behind a deposit or a withdrawal, where it is more than the one entry that the row itself says. */
const movementRows = ({ reference }: { reference: string }, moved: readonly Movement[]) =>
  moved.length < 2 && moved[0]?.kind !== 'refund'
    ? []
    : moved.map(({ about: _, at, ...step }) => ({ ...step, reference, requestedAt: iso(at), endedAt: null }))

const priceOf = (tenths: PriceTenths | null): number | null => (tenths === null ? null : yenOf(tenths))

function tradeRoutes({ context: { db } }: AuditDeps, looked: Looking): RouteHandler[] {
  return [
    on(contract.showMemberHoldings, async ({ operator, params: { id }, query: { before = null } }) => {
      await looked(operator, id, 'orders')
      return page(
        (await lotsOf(db, id, { status: 'all', code: null, before, limit: ROWS })).map((lot) => ({
          id: lot.id,
          number: lot.number,
          code: lot.code,
          side: lot.side,
          leverage: lot.leverageTenths / 10,
          quantity: lot.quantity,
          openQuantity: lot.openQuantity,
          openPrice: yenOf(lot.openPriceTenths),
          margin: lot.marginYen,
          result: lot.realizedYen,
          status: lot.status,
          openedAt: iso(lot.openedAt),
        })),
      )
    }),
    on(contract.showMemberOrders, async ({ operator, params: { id }, query: { before = null } }) => {
      await looked(operator, id, 'orders')
      return page(
        (await ordersOf(db, id, { statuses: null, before, limit: ROWS })).map(({ order, fills }) => ({
          id: order.id,
          number: order.number,
          code: order.code,
          way: wayOf(order),
          type: order.type,
          quantity: order.quantity,
          filled: order.filledQuantity,
          price: priceOf(order.priceTenths),
          averagePrice: priceOf(averageOf(fills) ?? averageTenths(order)),
          fee: order.feeYen,
          status: order.status,
          origin: order.origin,
          placedAt: iso(order.placedAt),
        })),
      )
    }),
    on(contract.showMemberMoney, async ({ operator, params: { id }, query: { before = null } }) => {
      await looked(operator, id, 'deposit', 'withdrawal')
      const [deposits, withdrawals] = await Promise.all([
        depositLog(db, id, { states: null, before, limit: ROWS }),
        withdrawalLog(db, id, { states: null, before, limit: ROWS }),
      ])
      // Ids are in the order of time, so both lists go on from the same one.
      const heads = [
        ...deposits.map((row) => ({
          id: row.id,
          kind: 'deposit' as const,
          yen: row.creditedYen ?? row.yen,
          state: row.state,
          reference: row.reference,
          line: row.lineId,
          requestedAt: iso(row.requestedAt),
          endedAt: maybe(row.decidedAt),
        })),
        ...withdrawals.map((row) => ({
          id: row.id,
          kind: 'withdrawal' as const,
          yen: row.yen,
          state: row.state,
          reference: row.reference,
          line: row.lineId,
          requestedAt: iso(row.requestedAt),
          endedAt: maybe(row.paidAt ?? row.endedAt),
        })),
      ]
      const { rows, ...rest } = page(heads.sort((a, b) => (a.id < b.id ? 1 : -1)).slice(0, ROWS))
      const moved = Map.groupBy(await movementsOf(db, rows), ({ about }) => about)
      return { rows: rows.flatMap((row) => [row, ...movementRows(row, moved.get(row.id) ?? [])]), ...rest }
    }),
  ]
}

function recordRoutes({ context: { db, clock }, staff }: AuditDeps, looked: Looking): RouteHandler[] {
  return [
    on(contract.showMemberCases, async ({ operator, params: { id } }) => {
      await looked(operator, id, 'identity', 'bank-account')
      return {
        rows: (await casesOf(db, id)).map((row) => ({
          ...row,
          at: iso(row.at),
          decidedAt: maybe(row.decidedAt),
        })),
        next: null,
        ...SIMULATED,
      }
    }),
    on(contract.showMemberActs, async ({ operator, params: { id }, query: { before } }) => {
      await looked(operator, id, 'profile')
      const reads = await staff.readsOf(id)
      const rows = await doneTo(
        db,
        id,
        reads,
        before === undefined ? null : placeOf(before),
        ROWS,
        clock.wall(),
      )
      return {
        rows: rows.map((row) => ({ ...row, at: iso(row.at) })),
        next: rows.length < ROWS ? null : `${rows.at(-1)!.at}.${rows.at(-1)!.id}`,
        ...SIMULATED,
      }
    }),
    on(contract.showMemberDevices, async ({ operator, params: { id } }) => {
      await looked(operator, id, 'profile')
      return {
        rows: (await devicesOf(db, id, ROWS)).map((row) => ({
          ...row,
          startedAt: iso(row.startedAt),
          seenAt: iso(row.seenAt),
          endedAt: maybe(row.endedAt),
        })),
        next: null,
        ...SIMULATED,
      }
    }),
  ]
}

/**
 * The look that a member reads of, by the kind of row that was chosen; none: the profile was looked at. The
 * timeline of all kinds is one look of its own: the operator opened none of them by itself.
 */
const LOOK_AT: Readonly<Partial<Record<contract.TimelineKind, ReadWhat>>> = {
  order: 'orders',
  application: 'orders',
  deposit: 'deposit',
  withdrawal: 'withdrawal',
  case: 'identity',
  loan: 'loan',
  chat: 'chat',
}
const writerOf = (text: string): { role: string; number: number } => {
  const [role, number] = text.split(' ')
  return { role: role!, number: Number(number) }
}
const newestFirst = <Row extends { at: Ms; id: string }>(rows: readonly Row[]): Row[] =>
  rows.toSorted((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1))
const isKind = (word: string): word is contract.TimelineKind =>
  contract.TIMELINE_KINDS.some((kind) => kind === word)

const timelineRoute = ({ context: { db, clock }, staff }: AuditDeps, looked: Looking): RouteHandler =>
  on(contract.showMemberTimeline, async ({ operator, params: { id }, query }) => {
    const asked = query.kinds?.split(',').filter(isKind)
    const kinds = asked ?? contract.TIMELINE_KINDS
    const looks: ReadonlySet<ReadWhat> = new Set(
      asked?.map((kind) => LOOK_AT[kind] ?? 'profile') ?? ['timeline'],
    )
    await looked(operator, id, ...looks)
    const behind = query.before === undefined ? null : placeOf(query.before)
    const [happened, done] = await Promise.all([
      timelineOf(db, id, kinds, behind, ROWS),
      kinds.includes('act') || kinds.includes('read')
        ? doneTo(
            db,
            id,
            kinds.includes('read') ? foldLooks(newestFirst(await staff.readsOf(id))) : [],
            behind,
            ROWS,
            clock.wall(),
          )
        : [],
    ])
    const rows = [
      ...happened.map((row) => ({
        ...row,
        // The writer of a note stands where others have their state.
        state: row.kind === 'note' ? null : row.state,
        by: row.kind === 'note' ? [writerOf(row.state!)] : [],
        seq: null,
        stage: null,
      })),
      ...done
        .filter(({ kind }) => kinds.includes(kind))
        .map(({ reason: state, subject: label, ...row }) => ({ ...row, label, state, yen: null })),
    ]
      .sort((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1))
      .slice(0, ROWS)
    return {
      rows: rows.map((row) => ({ ...row, at: iso(row.at) })),
      next: rows.length < ROWS ? null : `${rows.at(-1)!.at}.${rows.at(-1)!.id}`,
      ...SIMULATED,
    }
  })

const noteRoutes = ({ notes }: AuditDeps, looked: Looking): RouteHandler[] => [
  on(contract.showMemberNotes, async ({ operator, params: { id } }) => {
    await looked(operator, id, 'profile')
    const rows = await notes.of(id)
    return {
      rows: rows
        .toReversed()
        .map(({ id: noteId, kind, words, role, number, at }) => ({
          id: noteId,
          kind,
          words,
          by: { role, number },
          at: iso(at),
        })),
      tags: tagsAfter(rows),
      ...SIMULATED,
    }
  }),
  on(contract.writeMemberNote, async ({ operator, params: { id }, input }) => {
    await looked(operator, id)
    const written = await notes.write(operator.operatorId, id, input)
    return written.ok ? { id: written.value.id } : written
  }),
]
