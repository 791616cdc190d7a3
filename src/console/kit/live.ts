/**
 * How often a page asks again for what others change: queues, requests, what is published (decision 0036). An
 * opened case asks less often: each answer is made of more.
 */
export const LIVE_MS = 3_000
