import { createHmac } from 'node:crypto'
import { DAY, iso } from '#kernel/time.ts'
import { holds } from '../breach.ts'
import { SIGNERS } from '../operators.ts'
import { accountsIn, Sums, type Batch } from './durable.ts'
import { keyOf, rootOf } from '#modules/draws/model/draw.ts'

/**
 * I9: of a draw that is decided, no more is given than there is and than each asked for, and who won is what
 * anybody recomputes (here by words of 8 bytes, written anew).
 */
export function drawsAreRecomputed(batch: Batch): void {
  for (const { before, after: draw } of batch.of('draws')) {
    if (draw.state !== 'decided' || before?.state === 'decided') continue
    const rows = batch.disk
      .rows('applications')
      .filter(({ drawId, state }) => drawId === draw.id && state !== 'cancelled')
      .toSorted((a, b) => (a.ticket < b.ticket ? -1 : 1))
    holds(
      rootOf(rows.map(({ ticket, units, r }) => ({ ticket, lots: units, r }))) === draw.root,
      'I9',
      () => `the list of ${draw.id} is not the one whose root was published`,
    )
    holds(
      rows.reduce((sum, { drawnUnits }) => sum + drawnUnits, 0) <= draw.units,
      'I9',
      () => `${draw.id} gave more than its ${draw.units} units`,
    )
    const key = keyOf({
      id: draw.id,
      tickets: rows.length,
      root: draw.root,
      beacon: draw.beacon!,
      operatorSeed: draw.operatorSeed!,
      auditorSeed: draw.auditorSeed!,
    })
    const won = winners(
      key,
      rows.map(({ ticket, units }) => ({ ticket, units })),
      draw.units,
    )
    for (const { ticket, units, drawnUnits } of rows) {
      holds(
        drawnUnits <= units,
        'I9',
        () => `${draw.id}: ticket ${ticket} asked for ${units} and got ${drawnUnits}`,
      )
      holds(
        drawnUnits === (won.get(ticket) ?? 0),
        'I9',
        () => `${draw.id}: ticket ${ticket} got ${drawnUnits}, recomputed ${won.get(ticket) ?? 0}`,
      )
    }
  }
  for (const {
    after: { id, units, wonUnits },
  } of batch.of('applications'))
    holds(wonUnits <= units, 'I9', () => `application ${id} asked for ${units} and has ${wonUnits}`)
  entriesAreOneEach(batch)
}

/** I9: a member has one entry in a draw; one that was taken back makes room for another. */
function entriesAreOneEach(batch: Batch): void {
  for (const {
    before,
    after: { drawId, memberId, state },
  } of batch.of('applications')) {
    if (before !== null || state === 'cancelled') continue
    const tickets = batch.disk
      .rows('applications')
      .filter((row) => row.drawId === drawId && row.memberId === memberId && row.state !== 'cancelled')
      .map(({ ticket }) => ticket)
    holds(tickets.length === 1, 'I9', () => `${memberId} has tickets ${tickets.join(' and ')} in ${drawId}`)
  }
}

/** I9, of day trading: what was taken is what is not left, and no member took more than each may. */
export function inventoryIsShared(batch: Batch): void {
  for (const {
    after: { listingId, code, longLeft, shortLeft, longUnits, shortUnits },
  } of batch.of('day_inventory')) {
    holds(
      longLeft >= 0 && shortLeft >= 0 && longLeft <= longUnits && shortLeft <= shortUnits,
      'I9',
      () => `${listingId} has ${longLeft} and ${shortLeft} units of ${code} left`,
    )
  }
  const touched = new Set(
    batch.of('day_applications').map(({ after: { listingId, code } }) => `${listingId} ${code}`),
  )
  for (const subject of touched) {
    const [listingId = '', code = ''] = subject.split(' ')
    const left = batch.disk
      .rows('day_inventory')
      .find((row) => row.listingId === listingId && row.code === code)!
    const own = batch.disk
      .rows('day_applications')
      .filter((row) => row.listingId === listingId && row.code === code)
    const most = Number(batch.disk.row('listings', listingId)!.terms['perMemberUnits'])
    for (const [side, gone] of [
      ['up', left.longUnits - left.longLeft],
      ['down', left.shortUnits - left.shortLeft],
    ] as const) {
      const taken = new Sums()
      for (const row of own) if (row.side === side) taken.add(row.memberId, row.takenUnits)
      const sum = taken.names().reduce((all, memberId) => all + taken.get(memberId), 0)
      holds(
        sum === gone,
        'I9',
        () => `${sum} units of ${subject} (${side}) were taken, and ${gone} are not left`,
      )
      for (const memberId of taken.names())
        holds(
          taken.get(memberId) <= most,
          'I9',
          () =>
            `${memberId} took ${taken.get(memberId)} units of ${subject} (${side}); each may take ${most}`,
        )
    }
  }
}

/** Security-and-trust 5.2, steps 4 and 5: shuffled by numbers below n, then one each first. */
function winners(
  key: string,
  tickets: readonly { ticket: string; units: number }[],
  lots: number,
): Map<string, number> {
  const words: bigint[] = []
  let counter = 0n
  const word = (): bigint => {
    if (words.length === 0) {
      const block = Buffer.alloc(8)
      block.writeBigUInt64BE(counter++)
      const digest = createHmac('sha256', Buffer.from(key, 'hex')).update(block).digest()
      for (let at = 0; at < 32; at += 8) words.push(digest.readBigUInt64BE(at))
    }
    return words.shift()!
  }
  const below = (n: number): number => {
    const limit = 2n ** 64n - (2n ** 64n % BigInt(n))
    let value = word()
    while (value >= limit) value = word()
    return Number(value % BigInt(n))
  }
  const order = [...tickets]
  for (let i = order.length - 1; i >= 1; i--) {
    const j = below(i + 1)
    ;[order[i], order[j]] = [order[j]!, order[i]!]
  }
  const won = new Map<string, number>()
  for (let left = lots; left > 0;) {
    const wanting = order.filter(({ ticket, units }) => (won.get(ticket) ?? 0) < units)
    if (wanting.length === 0) break
    for (const { ticket } of wanting.slice(0, left)) won.set(ticket, (won.get(ticket) ?? 0) + 1)
    left -= Math.min(left, wanting.length)
  }
  return won
}

/**
 * I11: every effect of operators has an act of its row, with the signatures that the row demands, each by
 * another person of that role.
 */
export function effectsAreSigned(batch: Batch): void {
  const acts = batch.of('operator_acts').map(({ after }) => after)
  for (const { power, subject, signatures } of acts) {
    const demanded = SIGNERS[power]?.roles
    holds(
      demanded !== undefined,
      'I11',
      () => `${power} of ${subject}, which is not among the acts of the simulation's operators`,
    )
    const people = new Set(signatures.map(({ operatorId }) => operatorId))
    const roles = signatures.map(({ operatorId }) => batch.disk.row('operators', operatorId)?.role).toSorted()
    holds(
      people.size === demanded.length && roles.join() === [...demanded].toSorted().join(),
      'I11',
      () =>
        `${power} of ${subject} was signed by ${[...people].join(' and ')}; its row demands ${demanded.join(' and ')}`,
    )
  }
  const isSigned = (power: string, subject: string, what: string) =>
    holds(
      acts.some((act) => act.power === power && act.subject === subject),
      'I11',
      () => `${what} ${subject}, and no act ${power} says so`,
    )
  for (const { before, after } of batch.of('withdrawals')) {
    if (after.state !== before?.state && after.state === 'denied')
      isSigned('withdrawal.deny', after.id, 'a denied withdrawal')
    if (after.approvedBy === 'two' && before?.approvedBy !== 'two')
      isSigned('withdrawal.approve', after.id, 'an approved withdrawal')
    if (after.state !== before?.state && after.state === 'paid')
      isSigned(
        after.paidYen === null ? 'withdrawal.mark-paid' : 'withdrawal.settle',
        after.id,
        'a paid withdrawal',
      )
  }
  for (const { before, after } of batch.of('deposits'))
    if (after.state === 'approved' && before?.state !== 'approved')
      isSigned('deposit.credit', after.id, 'a credited deposit')
  for (const { before, after } of batch.of('loans'))
    if (after.lentAt !== null && (before?.lentAt ?? null) === null)
      isSigned('loan.approve', after.id, 'a loan')
  for (const { before, after } of batch.of('cash_entries'))
    if (before === null && after.reverses !== null)
      isSigned('entry.reverse', after.reverses, 'a correction of')
  for (const { before, after } of batch.of('listings'))
    if (before === null) isSigned(`${after.kind}.publish`, after.id, 'a listing')
  for (const { before, after } of batch.of('schedules'))
    if (before === null) isSigned(`${after.kind}.set`, after.id, 'published terms')
  const now = batch.journal.at(-1)!.ts
  for (const { before, after } of batch.of('members')) {
    const until = after.heldUntil ?? 0
    if (until <= Math.max(before?.heldUntil ?? 0, now)) continue
    if (until > now + ALONE_AT_MOST_MS)
      isSigned('trading.freeze-on', after.id, 'for longer than a day frozen,')
    else isSigned('trading.freeze', after.id, 'frozen,')
    holds(
      until <= now + TOGETHER_AT_MOST_MS,
      'I11',
      () => `${after.id} is frozen until ${iso(until)}, which nobody may`,
    )
  }
}

/** Security-and-trust 1: a freeze by one ends after a day; the longest by two is 30 days. */
const [ALONE_AT_MOST_MS, TOGETHER_AT_MOST_MS] = [DAY, 30 * DAY]

/** Commands that only the member's word begins. */
const MEMBERS_WORD =
  /^(order\.(place|cancel|amend)|lots?\.(close|exits|deliver)|withdrawal\.(request|cancel|appeal)|account\.close|deposit\.(request|cancel)|bank-account\.(add|remove)|loan\.(apply|repay)|draw\.(apply|cancel)|ipo\.(confirm|decline)|day-trade\.apply|copy\.(subscribe|sell|stake)|alert\.(create|remove)|member\.(freeze|unfreeze)|identity\.submit)$/
const ACTOR = /^\{"actor":"([^"]*)"/
const DEVICE = /"device":"([^"]*)","key":"([^"]*)","seq":"\d+","ts":"\d+","type":"[^"]*"\}$/

const OWN = /^order\.(cancel|amend)$|^lot\.(close|exits|deliver)$/
const SUBJECT = /"(orderId|lotId)":"([^"]*)"/

/**
 * I12: what is a member's word came from a session of that member under a key; everything else from the
 * server, its exchange, its bank or an operator by name.
 */
export function wordsAreTheMembers(batch: Batch): void {
  for (const { seq, type, record } of batch.journal) {
    const actor = ACTOR.exec(record)?.[1] ?? ''
    const [, device = '', key = ''] = DEVICE.exec(record) ?? []
    if (MEMBERS_WORD.test(type)) {
      const isPool = device === 'nav' || actor === 'system'
      holds(
        isPool
          ? type === 'lot.close' || type === 'order.cancel'
          : actor.startsWith('m:') && device.startsWith('s:') && key !== '',
        'I12',
        () => `seq ${seq}: ${type} by ${actor}, session "${device}", key "${key}"`,
      )
      if (OWN.test(type) && record.includes('"result":{"ok":true}')) {
        const [, kind, subject = ''] = SUBJECT.exec(record.slice(record.indexOf('"input":'))) ?? []
        const owner = (kind === 'lotId' ? batch.disk.row('lots', subject) : batch.disk.row('orders', subject))
          ?.memberId
        holds(isPool || actor === `m:${owner}`, 'I12', () => `seq ${seq}: ${type} of ${owner}'s by ${actor}`)
      }
    } else
      holds(
        /^(system|venue|demo|demo-bank|o:[a-z0-9-]+)$/.test(actor) || type === 'loan.cancel',
        'I12',
        () => `seq ${seq}: ${type} by ${actor}`,
      )
  }
}

/** I15: nothing is denied without a reason of the list, and a text where the row asks for one. */
export function denialsHaveReasons(batch: Batch): void {
  for (const { before, after } of batch.of('withdrawals')) {
    holds(
      after.state !== 'denied' ||
        before?.state === 'denied' ||
        (after.reason !== null && after.textId !== null && after.deniedBy !== null),
      'I15',
      () => `withdrawal ${after.id} is denied without a reason`,
    )
  }
  for (const { before, after } of batch.of('deposits'))
    holds(
      after.state !== 'denied' || before?.state === 'denied' || after.reason !== null,
      'I15',
      () => `deposit ${after.id} is denied without a reason`,
    )
  for (const { after } of batch.of('loans'))
    holds(
      after.state !== 'refused' || after.reason !== null,
      'I15',
      () => `loan ${after.id} is refused without a reason`,
    )
  for (const { after } of batch.of('bank_accounts'))
    holds(
      after.state !== 'denied' || after.reason !== null,
      'I15',
      () => `bank account ${after.id} is rejected without a reason`,
    )
  for (const { after } of batch.of('copy_follows'))
    holds(
      after.state !== 'refused' || after.reason !== null,
      'I15',
      () => `subscription ${after.number} is refused without a reason`,
    )
}

/** I20: whoever works at the console has no member account. */
export function staffAreNoMembers(batch: Batch): void {
  for (const { before, after } of batch.of('members'))
    holds(
      before !== null || batch.disk.row('operators', after.id) === undefined,
      'I20',
      () => `operator ${after.id} has a member account`,
    )
  for (const { after } of batch.of('operators'))
    holds(batch.disk.row('members', after.id) === undefined, 'I20', () => `member ${after.id} is an operator`)
  for (const { before, after } of accountsIn(batch)) {
    holds(
      before !== null || after.memberId === null || batch.disk.row('operators', after.memberId) === undefined,
      'I20',
      () => `${after.id} belongs to an operator`,
    )
  }
}
