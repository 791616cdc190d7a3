import type { Ms } from '#kernel/time.ts'

/**
 * The interval at which a read asks again by itself (`poll` of `useRead`), with the reason why it has to: no
 * message of the socket says that it has changed. What a topic keeps fresh has no row here; it is read again
 * when the topic speaks (`refresh`). The console has no socket (decision 0036), so that all of its pages
 * stand here.
 */
export const POLL_MS = {
  // The phone.
  /** Demo setting, replayed date: they change with a new start of the server. */
  serverInfo: 60_000,
  /** The demo setting goes through a day of its past in seconds. */
  demoPast: 2_000,
  /** A doubt about the clock lasts half a minute as a rule, and orders wait for its end. */
  clockInDoubt: 5_000,
  /** Published tables of fees, limits, days and hours come into force by the clock. */
  schedules: 60_000,
  /** The inbox stands below the member's stream, and a push wakes the device besides. */
  unread: 60_000,
  /** A new head or statement is published in minutes, and checked on the device. */
  publishedHeads: 60_000,
  /** The deadline of a withdrawal moves with the clock. */
  withdrawalTerms: 30_000,
  /** Each quote is streamed; sums and orders over many of them are not. */
  marketLists: 15_000,
  /** The same, and what is ranked changes places. */
  ranking: 10_000,
  /** Interest and trade date move by the clock; prices, lots and calls are streamed. */
  marginAccount: 15_000,
  /** News comes from outside, to everybody. */
  news: 15_000,
  /** Windows for picks open and close by the clock. */
  picks: 15_000,
  /** A model that is learning is through in a few seconds. */
  learning: 2_000,
  /** A pool's value follows prices, and its windows the clock. */
  pools: 15_000,
  /** The same, for the lead, who is trading it. */
  ledPool: 5_000,
  /** Windows for block sales open and close by the clock, and the price follows the market. */
  blockSales: 10_000,
  /** Books are built, closed and drawn by the clock, and a winner confirms within hours. */
  offerings: 5_000,
  /** The chain of a draw grows link by link. */
  drawChain: 2_000,
  /** Alerts that were met, beside the push that says so. */
  alerts: 10_000,
  /** Records and receipts are under a head once it is signed, seconds after. */
  ownRecords: 15_000,
  receiptProof: 10_000,
  /** The code that the demo setting has just sent, while its sheet is open. */
  developerInbox: 2_000,

  // The console.
  /** Queues, requests, and what colleagues publish. */
  deskQueue: 3_000,
  /** The same while the tab is hidden: its title counts what waits. */
  deskHidden: 30_000,
  /** An opened case, or a long list: each answer is made of more. */
  deskCase: 5_000,
  /** Two people write to each other. */
  deskConversation: 1_500,
  /** Prices and pressure of the market, as they move. */
  deskMonitor: 2_000,
  /** A check of the journal, while its bar fills. */
  journalCheck: 1_000,
  /** The log and the list of operators: nobody waits for them. */
  deskLog: 20_000,
  /** A role that was granted or withdrawn, or has ended: what the pages offer follows. */
  deskRoles: 900,
  /** The newest check of the journal, in the frame of every page. */
  deskFrame: 60_000,
} as const satisfies Readonly<Record<string, Ms>>

export type Poll = keyof typeof POLL_MS
