import { isReference } from '#modules/funding/model/reference.ts'
import type { WithdrawalState } from '#modules/funding/model/states.ts'
import { on, type RouteHandler } from '#modules/module.ts'
import type { ReadWhat } from '#modules/staff/contract.ts'
import { maskMobile } from '#modules/identity/model/mobile.ts'
import { maskName } from '#modules/staff/model/mask.ts'
import * as contract from '../operator-contract.ts'
import { memberFound, searchMembers, type FoundMember } from './member-queries.ts'
import type { AuditDeps } from './deps.ts'
import { like, ORDER_NUMBER } from './people-queries.ts'

/** `look`: what the member whose it is reads of the find; null: it shows nobody's secret. */
type Found = contract.Hit & { look: ReadWhat | null }
const MOST = 10
/** In which view of its queue a withdrawal waits. */
const VIEW_OF: Readonly<Partial<Record<WithdrawalState, string>>> = { requested: 'review', approved: 'bank' }

/**
 * One field for everything that has a number. A role finds what it may read, and each find that shows whose
 * it is is written down for that member first.
 */
export function searchRoute({
  context: {
    db: { kysely },
    db,
    clock,
  },
  staff,
  people,
}: AuditDeps): RouteHandler {
  const finders: Readonly<Record<contract.Hit['kind'], (text: string) => Promise<Found[]>>> = {
    async member(text) {
      const by = await people.find(text)
      const { found } = await searchMembers(db, {
        ids: [...by.keys()],
        level: null,
        state: null,
        after: 0,
        limit: MOST,
        now: clock.wall(),
      })
      // The look that is written down for whoever is found by more than the number shows who it is.
      const words = async ({ id, number, mobile }: FoundMember): Promise<string> => {
        if (by.get(id) === 'number') return `#${number}`
        const name = (await memberFound(db, id))?.name ?? null
        return [`#${number}`, ...(name === null ? [] : [maskName(name)]), maskMobile(mobile)].join(' · ')
      }
      const shown = found.filter(({ id }) => by.get(id) !== 'order')
      const labels = await Promise.all(shown.map(words))
      return shown.map(({ id, number }, at) => ({
        kind: 'member',
        id,
        label: labels[at]!,
        member: { id, number },
        waiting: null,
        look: by.get(id) === 'number' ? null : 'profile',
      }))
    },
    async order(text) {
      if (!ORDER_NUMBER.test(text)) return []
      const found = await kysely
        .selectFrom('orders')
        .innerJoin('members', 'members.id', 'orders.memberId')
        .select(['orders.id', 'orders.memberId', 'members.number'])
        .where('orders.number', '=', text)
        .execute()
      return found.map(({ id, memberId, number }) => ({
        kind: 'order',
        id,
        label: text,
        member: { id: memberId, number },
        waiting: null,
        look: 'orders',
      }))
    },
    async deposit(text) {
      if (!isReference(text)) return []
      const found = await kysely
        .selectFrom('deposits')
        .innerJoin('members', 'members.id', 'deposits.memberId')
        .leftJoin('statementLines', (join) =>
          join
            .onRef('statementLines.reference', '=', 'deposits.reference')
            .on('statementLines.usedFor', 'is', null)
            .on('statementLines.kind', '=', 'in'),
        )
        .select([
          'deposits.id',
          'deposits.memberId',
          'deposits.state',
          'members.number',
          'statementLines.id as lineId',
        ])
        .where('deposits.reference', '=', text)
        .limit(1)
        .execute()
      return found.map(({ id, memberId, number, state, lineId }) => ({
        kind: 'deposit',
        id,
        label: text,
        member: { id: memberId, number },
        waiting: state !== 'pending' ? null : lineId === null ? 'waiting' : 'ready',
        look: 'deposit',
      }))
    },
    async withdrawal(text) {
      if (!isReference(text)) return []
      const found = await kysely
        .selectFrom('withdrawals')
        .innerJoin('members', 'members.id', 'withdrawals.memberId')
        .select(['withdrawals.id', 'withdrawals.memberId', 'withdrawals.state', 'members.number'])
        .where('withdrawals.reference', '=', text)
        .execute()
      return found.map(({ id, memberId, number, state }) => ({
        kind: 'withdrawal',
        id,
        label: text,
        member: { id: memberId, number },
        waiting: VIEW_OF[state] ?? null,
        look: 'withdrawal',
      }))
    },
    async listing(text) {
      const found = await kysely
        .selectFrom('listings')
        .select('id')
        .where('id', 'ilike', `${like(text)}%`)
        .orderBy('id')
        .limit(MOST)
        .execute()
      return found.map(({ id }) => ({
        kind: 'listing',
        id,
        label: id,
        member: null,
        waiting: null,
        look: null,
      }))
    },
  }
  return on(contract.findAnything, async ({ operator, query }) => {
    const text = query.q.normalize('NFKC').trim().replace(/^#/, '').toUpperCase()
    const kinds =
      text === ''
        ? []
        : contract.HIT_KINDS.filter((kind) =>
            contract.FINDERS[kind].some((role) => operator.roles.includes(role)),
          )
    const found = (await Promise.all(kinds.map((kind) => finders[kind](text)))).flat()
    await people.note(operator.operatorId, query.q, found.length)
    for (const { look, member } of found)
      if (look !== null && member !== null) await staff.logRead(operator.operatorId, member.id, look)
    return { hits: found.map(({ look: _, ...hit }) => hit), simulated: true as const }
  })
}
