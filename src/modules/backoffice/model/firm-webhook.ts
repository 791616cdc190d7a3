import type { Ms } from '#kernel/time.ts'
import { FIRM_EVENTS, OVERLAP, type FirmEvent, type WebhookState } from '#modules/webhooks/model/webhook.ts'

/** A webhook of the firm. Its address stands in the request that two people signed, and in the journal. */
export type FirmWebhookRow = {
  id: string
  url: string
  events: readonly FirmEvent[]
  state: WebhookState
  /** Number of its secret, from 1 on; the secret itself is made of it. */
  generation: number
  /** Time since which it has this secret; null: it is the first, which nobody has read. */
  rotatedAt: Ms | null
  /** Whoever signed for this secret. */
  secretBy: string | null
  madeAt: Ms
  madeBy: string
}

/** Webhooks of the firm at once. */
export const MOST_FIRM_WEBHOOKS = 10

/** The events that a body asks for, each once; null: it asks for none, or for what is no event. */
export function readFirmEvents(events: unknown): readonly FirmEvent[] | null {
  if (!Array.isArray(events) || events.length === 0) return null
  const asked = events as unknown[]
  return asked.every((each) => (FIRM_EVENTS as readonly unknown[]).includes(each))
    ? FIRM_EVENTS.filter((each) => asked.includes(each))
    : null
}

/** True while a secret may be read: by whoever signed for it, until the one before signs no more. */
export const isSecretShown = (
  { rotatedAt, secretBy }: Pick<FirmWebhookRow, 'rotatedAt' | 'secretBy'>,
  operatorId: string,
  now: Ms,
): boolean => rotatedAt !== null && secretBy === operatorId && now < rotatedAt + OVERLAP
