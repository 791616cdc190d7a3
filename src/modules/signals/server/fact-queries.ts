import { sql, type RawBuilder } from 'kysely'
import type { MemberId } from '#kernel/id.ts'
import { dateJst, DAY, type Ms } from '#kernel/time.ts'
import type { Database } from '#platform/database/connect.ts'
import { execNo } from '#modules/venue/model/exec-no.ts'
import { RULES } from '../model/rules.ts'
import type { DeviceUse, DocumentUse, Payment, Trade, Transfer } from '../model/signal.ts'

/** Facts of the last days that the rules look at. All times are of the wall clock. */
export type Facts = {
  /** Devices that are new to members who had been in from another one before. */
  newDevices: DeviceUse[]
  /** Devices on which several members were, each with its members. */
  sharedDevices: DeviceUse[]
  /** Documents that several members are verified by, or wait with, handed in by one of them lately. */
  documents: DocumentUse[]
  withdrawals: Payment[]
  deposits: Payment[]
  transfers: Transfer[]
  /** Of members with a new device, or with one that others were on, or with money that came and went. */
  trades: Trade[]
}

/** Differences of the machine's and the market's clock to the wall clock, under which people read times. */
export type Offsets = { machine: Ms; market: Ms }

/** Longest of what the rules look back at, for devices and money. */
const RECENT: Ms = 8 * DAY
const NAME_LENGTH = 12

/** Devices have a name of their own where a session was begun by it: browsers without one share theirs. */
const named = (alias: string): RawBuilder<boolean> =>
  sql<boolean>`exists (select from sessions where sessions.member_id = ${sql.ref(`${alias}.member_id`)}
    and sessions.device_hash = ${sql.ref(`${alias}.device_hash`)})`
const shortName = (alias: string) =>
  sql`substr(encode(${sql.ref(`${alias}.device_hash`)}, 'hex'), 1, ${sql.raw(String(NAME_LENGTH))})`

async function all<Row>({ kysely }: Database, query: RawBuilder<Row>): Promise<Row[]> {
  return (await query.execute(kysely)).rows
}

const newDevices = (db: Database, since: Ms, offset: Ms): Promise<DeviceUse[]> =>
  all(
    db,
    sql<DeviceUse>`select k.member_id, ${shortName('k')} as device, k.first_at + ${offset}::bigint as at
      from known_devices k where k.first_at >= ${since}::bigint and ${named('k')}
      and exists (select from known_devices b where b.member_id = k.member_id and b.first_at < k.first_at)`,
  )

const sharedDevices = (db: Database, since: Ms, offset: Ms): Promise<DeviceUse[]> =>
  all(
    db,
    sql<DeviceUse>`select k.member_id, ${shortName('k')} as device, k.first_at + ${offset}::bigint as at
      from known_devices k where k.first_at >= ${since}::bigint and ${named('k')}
      and exists (select from known_devices o where o.device_hash = k.device_hash
        and o.member_id <> k.member_id and o.first_at >= ${since}::bigint)`,
  )

/** Submissions that are looked at, or that have passed: of a rejected one nothing is in force. */
const counts = (alias: string) =>
  sql`('sent' in (${sql.ref(`${alias}.front_state`)}, ${sql.ref(`${alias}.back_state`)})
    or (${sql.ref(`${alias}.front_state`)} = 'accepted' and ${sql.ref(`${alias}.back_state`)} = 'accepted'))`
const sameDocuments = (db: Database, since: Ms): Promise<DocumentUse[]> =>
  all(
    db,
    sql<DocumentUse>`with fresh as (select distinct d.number_hash from identity_details d
        join verifications v on v.details_id = d.id where d.at >= ${since}::bigint and ${counts('v')})
      select d.member_id, substr(encode(d.number_hash, 'hex'), 1, ${sql.raw(String(NAME_LENGTH))}) as document,
        d.id, d.at
      from fresh join identity_details d on d.number_hash = fresh.number_hash
      join verifications v on v.details_id = d.id and ${counts('v')}`,
  )

const withdrawals = (db: Database, since: Ms): Promise<Payment[]> =>
  all(
    db,
    sql<Payment>`select id, member_id, yen, requested_at as at from withdrawals
      where requested_at >= ${since}::bigint and state <> 'cancelled'`,
  )

const deposits = (db: Database, since: Ms): Promise<Payment[]> =>
  all(
    db,
    sql<Payment>`select id, member_id, credited_yen as yen, decided_at as at from deposits
      where state = 'approved' and decided_at >= ${since}::bigint`,
  )

const transfers = (db: Database, since: Ms): Promise<Transfer[]> =>
  all(
    db,
    sql<Transfer>`select line.id, line.yen, line.booked_at as at, line.payer_hash as payer,
        deposit.id as deposit_id, deposit.member_id, deposit.payer_hash as holder
      from statement_lines line join deposits deposit on deposit.reference = line.reference
      where line.kind = 'in' and line.booked_at >= ${since}::bigint`,
  )

const trades = (db: Database, of: readonly MemberId[], since: Ms, offset: Ms): Promise<Trade[]> =>
  of.length === 0
    ? Promise.resolve([])
    : all(
        db,
        sql<Trade>`select o.id as order_id, o.member_id, o.code, o.side = 'up' as is_buy, f.price_tenths,
            f.quantity, ceil(f.price_tenths * f.quantity / 10.0)::bigint as yen,
            f.at + ${offset}::bigint as at
          from orders o join fills f on f.order_id = o.id
          where o.member_id in (${sql.join(of)}) and f.n >= ${execNo(`${dateJst(since)}-0`)}::bigint`,
      )

/** Facts as they stand now. */
export async function readFacts(db: Database, now: Ms, { machine, market }: Offsets): Promise<Facts> {
  const since = now - RECENT
  const [fresh, shared, documents, asked, came, lines] = await Promise.all([
    newDevices(db, since - machine, machine),
    sharedDevices(db, now - machine - RULES['shared-device'].withinMs, machine),
    sameDocuments(db, since),
    withdrawals(db, since),
    deposits(db, since - RULES['pass-through'].withinMs),
    transfers(db, since),
  ])
  const has = new Set(came.map(({ memberId }) => memberId))
  const both = asked.filter(({ memberId }) => has.has(memberId))
  const watched = [...new Set([...fresh, ...shared, ...both].map(({ memberId }) => memberId))]
  const from = since - RULES['small-cap-new-device'].usualMs
  return {
    newDevices: fresh,
    sharedDevices: shared,
    documents,
    withdrawals: asked,
    deposits: came,
    transfers: lines,
    trades: await trades(db, watched, from - market, market),
  }
}

/** A name as a member has sent it in, as it is written and in kana. */
export type NameSent = { memberId: MemberId; written: string; kana: string; at: Ms }
/** Names that came at a time or after it, the oldest first. */
export const namesSince = (db: Database, since: Ms): Promise<NameSent[]> =>
  all(
    db,
    sql<NameSent>`select member_id, name as written, kana, at from identity_details
      where at >= ${since}::bigint order by at, id`,
  )
