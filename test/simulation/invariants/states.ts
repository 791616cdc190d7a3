import { holds } from '../breach.ts'
import type { Rows } from '../rows.ts'
import type { Batch } from './durable.ts'

type Machine = Readonly<Record<string, readonly string[]>>

/**
 * The listed transitions, written down apart from the product's own tables. A batch may hold several steps of
 * one row.
 */
const MACHINES: readonly {
  readonly table: keyof Rows
  readonly column: string
  readonly next: Machine
  readonly begins: readonly string[]
}[] = [
  {
    table: 'orders',
    column: 'ordStatus',
    begins: ['ARMED', 'HELD', 'PENDING_NEW'],
    next: {
      ARMED: ['HELD', 'CANCELED', 'EXPIRED', 'REJECTED'],
      HELD: ['PENDING_NEW', 'CANCELED', 'EXPIRED', 'REJECTED'],
      PENDING_NEW: [
        'UNKNOWN',
        'NEW',
        'PARTIALLY_FILLED',
        'FILLED',
        'HELD',
        'CANCELED',
        'EXPIRED',
        'REJECTED',
      ],
      UNKNOWN: [
        'PENDING_NEW',
        'NEW',
        'PARTIALLY_FILLED',
        'FILLED',
        'HELD',
        'CANCELED',
        'EXPIRED',
        'REJECTED',
      ],
      NEW: ['PARTIALLY_FILLED', 'FILLED', 'HELD', 'CANCELED', 'EXPIRED', 'REJECTED'],
      PARTIALLY_FILLED: ['FILLED', 'HELD', 'CANCELED', 'EXPIRED', 'REJECTED'],
      FILLED: [],
      CANCELED: [],
      EXPIRED: [],
      REJECTED: [],
    },
  },
  {
    table: 'orders',
    column: 'status',
    begins: ['pending'],
    next: {
      pending: ['holding', 'closing', 'closed', 'cancelled', 'expired', 'rejected'],
      holding: ['closing'],
      closing: ['holding', 'closed'],
      closed: [],
      cancelled: [],
      expired: [],
      rejected: [],
    },
  },
  {
    table: 'lots',
    column: 'status',
    begins: ['holding'],
    next: { holding: ['closing'], closing: ['holding', 'closed'], closed: [] },
  },
  {
    table: 'withdrawals',
    column: 'state',
    begins: ['requested', 'approved'],
    next: {
      requested: ['approved', 'denied', 'cancelled'],
      approved: ['paid', 'returned', 'denied', 'cancelled'],
      paid: ['returned'],
      denied: [],
      cancelled: [],
      returned: [],
    },
  },
  {
    table: 'deposits',
    column: 'state',
    begins: ['pending'],
    next: { pending: ['approved', 'denied'], approved: [], denied: [] },
  },
  {
    table: 'bank_accounts',
    column: 'state',
    begins: ['pending'],
    next: {
      pending: ['approved', 'denied', 'removed'],
      approved: ['removed'],
      denied: ['approved', 'removed'],
      removed: [],
    },
  },
  {
    table: 'loans',
    column: 'state',
    begins: ['pending'],
    next: {
      pending: ['open', 'refused', 'cancelled'],
      open: ['repaid'],
      refused: ['open'],
      cancelled: [],
      repaid: [],
    },
  },
  {
    table: 'draws',
    column: 'state',
    begins: ['open'],
    next: {
      open: ['closed', 'void'],
      closed: ['revealed', 'void'],
      revealed: ['decided', 'void'],
      decided: [],
      void: [],
    },
  },
  {
    table: 'applications',
    column: 'state',
    begins: ['applied'],
    next: {
      applied: ['cancelled', 'won', 'not-won', 'returned'],
      won: ['declined'],
      'not-won': ['won'],
      cancelled: [],
      declined: [],
      returned: [],
    },
  },
  {
    table: 'ipo_wins',
    column: 'state',
    begins: ['won'],
    next: {
      won: ['approved', 'declined', 'lapsed', 'void'],
      approved: ['void'],
      declined: [],
      lapsed: [],
      void: [],
    },
  },
  {
    table: 'approvals',
    column: 'status',
    begins: ['open'],
    next: { open: ['carried-out', 'expired'], 'carried-out': [], expired: [] },
  },
  {
    table: 'copy_pools',
    column: 'state',
    begins: ['announced'],
    next: { announced: ['open', 'void'], open: ['closing', 'void'], closing: ['ended'], ended: [], void: [] },
  },
  {
    table: 'copy_follows',
    column: 'state',
    begins: ['pending'],
    next: {
      pending: ['following', 'refused', 'withdrawn'],
      following: ['leaving', 'ended'],
      leaving: ['ended'],
      ended: [],
      refused: [],
      withdrawn: [],
    },
  },
]
const REACHED = MACHINES.map((machine) => ({
  ...machine,
  reach: new Map(Object.keys(machine.next).map((state) => [state, reachable(machine.next, [state])])),
  first: reachable(machine.next, machine.begins),
}))

function reachable(next: Machine, from: readonly string[]): ReadonlySet<string> {
  const found = new Set(from)
  for (const state of found) for (const to of next[state] ?? []) found.add(to)
  return found
}

/** I17: states move along the listed transitions alone. */
export function statesMoveAsListed(batch: Batch): void {
  for (const { table, column, reach, first } of REACHED) {
    for (const { before, after } of batch.of(table) as readonly {
      before: Record<string, unknown> | null
      after: Record<string, unknown>
    }[]) {
      const to = String(after[column])
      if (before === null)
        holds(first.has(to), 'I17', () => `${table} ${String(after['id'])} begins as ${to}`)
      else
        holds(
          reach.get(String(before[column]))?.has(to) === true,
          'I17',
          () => `${table} ${String(after['id'])}: ${String(before[column])} became ${to}`,
        )
    }
  }
}
