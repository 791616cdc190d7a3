import type { DeliveryRow } from '#rooms/block/server/tables.ts'
import type { FollowRow, PoolRow } from '#rooms/copy/server/tables.ts'
import type { InventoryRow } from '#rooms/daytrade/server/tables.ts'
import type { ApplicationRow, DrawRow } from '#rooms/draws/server/tables.ts'
import type { BankAccountRow, CashEntryRow, DepositRow, StatementLineRow, WithdrawalRow } from '#rooms/funding/server/tables.ts'
import type { MemberRow } from '#rooms/identity/server/tables.ts'
import type { WinRow } from '#rooms/ipo/server/tables.ts'
import type { HouseBalanceRow, MemberBalancesRow, TransferRow } from '#rooms/ledger/server/tables.ts'
import type { ListingRow } from '#rooms/listings/server/tables.ts'
import type { LoanEntryRow, LoanRow } from '#rooms/loans/server/tables.ts'
import type { Fill } from '#rooms/orders/model/apply-execution.ts'
import type { Order } from '#rooms/orders/model/order.ts'
import type { Lot } from '#rooms/portfolio/model/lot.ts'
import type { ScheduleRow } from '#rooms/schedules/server/tables.ts'
import type { TaxYearRow } from '#rooms/tax/server/tables.ts'
import type { ApprovalRow, OperatorActRow, OperatorRow } from '#rooms/staff/server/tables.ts'

/** The tables that the simulation and its invariants look at, by their names on the disk. */
export type Rows = {
  member_balances: MemberBalancesRow; house_balances: HouseBalanceRow; transfers: TransferRow; orders: Order; fills: Fill; lots: Lot; withdrawals: WithdrawalRow; deposits: DepositRow
  statement_lines: StatementLineRow; cash_entries: CashEntryRow; bank_accounts: BankAccountRow; draws: DrawRow; applications: ApplicationRow; ipo_wins: WinRow; block_deliveries: DeliveryRow
  loans: LoanRow; loan_entries: LoanEntryRow; copy_follows: FollowRow; copy_pools: PoolRow; listings: ListingRow; approvals: ApprovalRow; operator_acts: OperatorActRow
  operators: OperatorRow; schedules: ScheduleRow; day_inventory: InventoryRow; members: MemberRow; tax_years: TaxYearRow; wall_clock: { id: string; offsetMs: number }
}
