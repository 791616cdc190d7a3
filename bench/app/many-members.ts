import pg from 'pg'
import { members } from '#modules/identity/server/tables.ts'
import { memberBalances } from '#modules/ledger/server/tables.ts'
import { consents, quizResults, verifications } from '#modules/members/server/tables.ts'
import { orders } from '#modules/orders/server/tables.ts'
import { lots, realized } from '#modules/portfolio/server/tables.ts'
import { taxAccounts } from '#modules/tax/server/tables.ts'
import type { Config } from '../pgbench.ts'

/** The tables that have a row or more for each member, as the server loads them. */
export const MEMBERS_TABLES = [
  members,
  memberBalances,
  realized,
  taxAccounts,
  verifications,
  consents,
  quizResults,
  orders,
  lots,
]

const uuid = (kind: string, n: string) =>
  `'0192f0a0-' || lpad(to_hex(${n} / 65536), 4, '0') || '-7${kind}-8' || lpad(to_hex(${n} % 4096), 3, '0') || '-' || lpad(to_hex(${n}), 12, '0')`
const MEMBER = uuid('000', 'm')
const ORDER = uuid('001', '(m * 64 + l)')
const LOT = uuid('002', '(m * 64 + l)')
const CODE = `(1301 + (m * 7 + l * 131) % 4000)::text`
const DAY = `to_char(date '2026-01-05' + ((m + l) % 200)::int, 'YYYY-MM-DD')`
const AT = `1767571200000 + (m % 10000) * 60000 + l`

/** Rows of so many members from `from` on, each with so many lots and the orders that opened them. */
export async function fillMembers(config: Config, from: number, count: number, each: number): Promise<void> {
  const sql = new pg.Client(config)
  await sql.connect()
  const many = `generate_series(${from}::int8, ${from + count - 1}::int8) m`
  const held = `${many}, generate_series(0::int8, ${each - 1}::int8) l`
  try {
    await sql.query('set synchronous_commit = off')
    await sql.query(`insert into members (id, number, level, opened_at)
      select ${MEMBER}, m + 1000000, 'intermediate', 1767571200000 + m from ${many}`)
    await sql.query(`insert into member_balances (member_id, available, unsettled, order_hold, lot_margin)
      select ${MEMBER}, 1000000 + m, 0, 0, 900000 from ${many}`)
    await sql.query(`insert into realized select ${MEMBER}, '2026-03-02', 0, m % 50000 from ${many}`)
    await sql.query(`insert into tax_accounts select ${MEMBER}, 'withholding' from ${many}`)
    await sql.query(`insert into verifications (member_id, details_id, details_hash, front_id, back_id, front_state,
      back_state, attempts, submitted_at, decided_at, decided_by)
      select ${MEMBER}, ${uuid('003', 'm')}, md5(m::text) || md5(m::text), ${uuid('004', 'm')}, ${uuid('005', 'm')},
      'accepted', 'accepted', 1, 1767571200000 + m, 1767571300000 + m, '[]' from ${many}`)
    await sql.query(`insert into consents select ${MEMBER}, jsonb_agg(jsonb_build_object('document', d, 'version', 1,
      'at', 1767571200000 + m)) from ${many}, unnest('{terms,margin,privacy}'::text[]) d group by m`)
    await sql.query(`insert into quiz_results (member_id, tries, tried_at, correct, wrong, passed_at)
      select ${MEMBER}, 1, 1767571200000 + m, 10, '[]', 1767571200000 + m from ${many}`)
    await sql.query(`insert into orders (id, number, member_id, code, purpose, side, type, quantity, filled_quantity,
      filled_yen, leverage_tenths, hold_available_yen, hold_unsettled_yen, margin_yen, fee_yen, quoted_price_tenths,
      quoted_notional_yen, quoted_margin_yen, quoted_fee_yen, origin, ord_status, status, cancel_asked, lots_open,
      lots_closing, last_exec_no, trade_date, placed_at, updated_at, condition, time_in_force, valid_until, fee_ppm,
      fee_min_yen, fee_max_yen, trigger_at, fee_group)
      select ${ORDER}, 'A' || lpad((m * 64 + l)::text, 9, '0'), ${MEMBER}, ${CODE}, 'open', 'up', 'market', 100, 100,
      300000, 33, 0, 0, 90909, 110, 30000, 300000, 90909, 110, 'member', 'FILLED', 'holding', false, 1, 0, m * 64 + l,
      ${DAY}, ${AT}, ${AT} + 900, 'none', 'day', ${DAY}, 900, 100, 5000, ${AT}, ${DAY} from ${held}`)
    await sql.query(`insert into lots (id, number, order_id, member_id, code, side, leverage_tenths, quantity, open_quantity,
      closing_quantity, open_price_tenths, margin_yen, open_fee_yen, close_fee_yen, charges_yen, realized_yen, closed_yen,
      trade_date, settlement_date, opened_at, status, exits_at)
      select ${LOT}, 'B' || lpad((m * 64 + l)::text, 9, '0'), ${ORDER}, ${MEMBER}, ${CODE}, 'up', 33, 100, 100,
      0, 30000 + m % 700, 90909, 110, 0, 0, 0, 0, ${DAY}, ${DAY}, ${AT}, 'holding', ${AT} from ${held}`)
    await sql.query('vacuum analyze')
    await sql.query('checkpoint')
  } finally {
    await sql.end()
  }
}
