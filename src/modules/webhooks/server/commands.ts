import type { MemberId } from '#kernel/id.ts'
import { no } from '#kernel/result.ts'
import { defineCommand, defineMemberCommand, done } from '#platform/engine/command.ts'
import type { TableReader } from '#platform/engine/table.ts'
import { keyStands } from '#modules/apikeys/server/public.ts'
import { isFrozen } from '#modules/identity/server/public.ts'
import { notify } from '#modules/inbox/server/public.ts'
import { refusedWebhook, type WebhookEvent, type WebhookRow } from '../model/webhook.ts'
import { webhooks } from './tables.ts'

export const webhooksOf = (tables: TableReader, memberId: MemberId): WebhookRow[] =>
  tables.of(webhooks).by('member', memberId)

/** The member's own, that is not deleted. */
const ownOf = (tables: TableReader, memberId: MemberId, id: string): WebhookRow | undefined =>
  webhooksOf(tables, memberId).find((row) => row.id === id)

/** Adds a webhook to an API key that stands, and tells the member. */
export const makeWebhook = defineMemberCommand({
  type: 'webhook.make',
  captureInputs: () => null,
  run(
    tables,
    input: { id: string; keyId: string; events: readonly WebhookEvent[]; detailsHash: string },
    _inputs,
    { memberId, seq, at },
  ) {
    const refusal = refusedWebhook({
      isFrozen: isFrozen(tables, memberId, at),
      hasKey: keyStands(tables, memberId, input.keyId),
      standing: webhooksOf(tables, memberId).length,
    })
    if (refusal !== null) return no(refusal)
    const row = tables
      .of(webhooks)
      .insert({ ...input, memberId, state: 'active', generation: 1, rotatedAt: null, madeAt: at })
    const told = notify(tables, { seq, at }, memberId, { kind: 'webhookMade', args: {}, about: row.id })
    return done(row, [told])
  },
})

/** Pauses a webhook or lets it go on; what happens meanwhile, it never tells of. */
export const setWebhook = defineMemberCommand({
  type: 'webhook.set',
  captureInputs: () => null,
  run(tables, { id, state }: { id: string; state: 'active' | 'paused' }, _inputs, { memberId }) {
    const row = ownOf(tables, memberId, id)
    if (row === undefined) return no('WEBHOOK_NOT_FOUND')
    return done(row.state === state ? row : tables.of(webhooks).update(row, { state }))
  },
})

/** Gives a webhook another secret; the one before signs for a day longer. */
export const rotateSecret = defineMemberCommand({
  type: 'webhook.rotate',
  captureInputs: () => null,
  run(tables, { id }: { id: string }, _inputs, { memberId, at }) {
    const row = ownOf(tables, memberId, id)
    if (row === undefined) return no('WEBHOOK_NOT_FOUND')
    return done(tables.of(webhooks).update(row, { generation: row.generation + 1, rotatedAt: at }))
  },
})

/** Ends a webhook for good. */
export const deleteWebhook = defineMemberCommand({
  type: 'webhook.delete',
  captureInputs: () => null,
  run(tables, { id }: { id: string }, _inputs, { memberId }) {
    const row = ownOf(tables, memberId, id)
    if (row === undefined) return no('WEBHOOK_NOT_FOUND')
    return done(tables.of(webhooks).update(row, { state: 'deleted' }))
  },
})

/** Stops a webhook whose receiver takes nothing, and tells the member. */
export const disableWebhook = defineCommand({
  type: 'webhook.disable',
  captureInputs: () => null,
  run(tables, { id }: { id: string }, _inputs, { seq, at }) {
    const row = tables.of(webhooks).get(id)
    if (row?.state !== 'active') return done({})
    tables.of(webhooks).update(row, { state: 'disabled' })
    const about = { kind: 'webhookDisabled', args: {}, about: row.id } as const
    return done({}, [notify(tables, { seq, at }, row.memberId, about)])
  },
})
