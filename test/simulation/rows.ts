import type { Alert } from '#modules/alerts/model/alert.ts'
import type { DeliveryRow } from '#modules/block/server/tables.ts'
import type { FollowRow, PoolRow } from '#modules/copy/server/tables.ts'
import type { ApplicationRow as DayApplicationRow, InventoryRow } from '#modules/daytrade/server/tables.ts'
import type { ApplicationRow, DrawRow } from '#modules/draws/server/tables.ts'
import type {
  AppealRow,
  BankAccountRow,
  CashEntryRow,
  DepositRow,
  StatementLineRow,
  WithdrawalRow,
} from '#modules/funding/server/tables.ts'
import type { MemberRow } from '#modules/identity/server/tables.ts'
import type { WinRow } from '#modules/ipo/server/tables.ts'
import type { HouseBalanceRow, MemberBalancesRow, TransferRow } from '#modules/ledger/server/tables.ts'
import type { ListingRow } from '#modules/listings/server/tables.ts'
import type { LoanEntryRow, LoanRow } from '#modules/loans/server/tables.ts'
import type { Fill } from '#modules/orders/model/apply-execution.ts'
import type { Order } from '#modules/orders/model/order.ts'
import type { Lot } from '#modules/portfolio/model/lot.ts'
import type { SettlementRow } from '#modules/portfolio/server/tables.ts'
import type { ScheduleRow } from '#modules/schedules/server/tables.ts'
import type { TaxYearRow } from '#modules/tax/server/tables.ts'
import type { ApprovalRow, OperatorActRow, OperatorRow } from '#modules/staff/server/tables.ts'

/** The tables that the simulation and its invariants look at, by their names on the disk. */
export type Rows = {
  member_balances: MemberBalancesRow
  house_balances: HouseBalanceRow
  transfers: TransferRow
  orders: Order
  fills: Fill
  lots: Lot
  settlements: SettlementRow
  withdrawals: WithdrawalRow
  appeals: AppealRow
  deposits: DepositRow
  statement_lines: StatementLineRow
  cash_entries: CashEntryRow
  bank_accounts: BankAccountRow
  draws: DrawRow
  applications: ApplicationRow
  ipo_wins: WinRow
  block_deliveries: DeliveryRow
  loans: LoanRow
  loan_entries: LoanEntryRow
  copy_follows: FollowRow
  copy_pools: PoolRow
  listings: ListingRow
  approvals: ApprovalRow
  operator_acts: OperatorActRow
  operators: OperatorRow
  schedules: ScheduleRow
  day_inventory: InventoryRow
  day_applications: DayApplicationRow
  members: MemberRow
  alerts: Alert
  tax_years: TaxYearRow
  wall_clock: { id: string; offsetMs: number }
}
