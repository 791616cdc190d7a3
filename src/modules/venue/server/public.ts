/**
 * The route of the venue: the simulated exchange, a replay of real days, and the two ports that both fill.
 */
export type { Exchange } from './exchange-thread.ts'
export type * from './ports.ts'
export { noLogMarks, openLogMarks, type LogMarks } from './log-marks.ts'
export { createReplayExchange, type ReplayExchange, type ReplayWorld } from './replay.ts'
export { createVenue, type DaysPublic } from './module.ts'
export { createSimulatedExchange, disclosuresOn, type OffGap, type SimulatedWorld } from './simulated.ts'
export { readReceiptBook } from './receipt-book.ts'
export { seedOfDay } from './seeds.ts'
export { readTradeBook, type BookedTrade } from './trade-book.ts'
export { venueAt, type VenueMoment } from './venue-archive.ts'
