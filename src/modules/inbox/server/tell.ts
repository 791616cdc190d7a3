import type { LotId, MemberId, OrderId } from '#kernel/id.ts'
import type { Ms } from '#kernel/time.ts'
import type { Database } from '#platform/database/connect.ts'
import { defineCommand, done, SYSTEM_CALLER } from '#platform/engine/command.ts'
import type { Engine } from '#platform/engine/engine.ts'
import type { ChannelSpec } from '#platform/outbox/outbox.ts'
import type { ArgsOf, MessageKind } from '#registry/message-kinds.ts'
import type { Args } from '../model/groups.ts'
import { notify, type About } from './public.ts'
import { wasLeft } from './queries.ts'

type LeaveDeps = { db: Database; engine: () => Engine }

type Tell = {
  memberId: MemberId
  kind: MessageKind
  args: Args
  orderId: OrderId | null
  lotId: LotId | null
  about: string | null
  at: Ms
  /** Its id in the outbox, by which the same comes once; older records have none. */
  apart?: string
}

/** A message by itself, for what happens outside of commands. */
export const tellCommand = defineCommand({
  type: 'inbox.tell',
  captureInputs: (_world, _input: Tell) => null,
  run(tables, { memberId, kind, args, at, ...about }, _inputs, call) {
    return done(null, [
      notify(tables, { seq: call.seq, at }, memberId, { kind, args: args as ArgsOf<typeof kind>, ...about }),
    ])
  },
})

/** A notice that waits in the outbox until the member has it. */
export type Left = { memberId: MemberId; kind: MessageKind; args: Args; /** Market time. */ at: Ms }

declare module '#platform/outbox/outbox.ts' {
  interface OutboxBodies {
    inbox: Left
  }
}

/**
 * Leaves notices of the outbox as messages: journalled, and each once. A message of its id that is there was
 * left before a kill, or by a command whose end nobody heard.
 */
export const inboxChannel = ({ db, engine }: LeaveDeps): ChannelSpec<'inbox'> => ({
  channel: 'inbox',
  async send({ id, tries, body: { memberId, kind, args, at } }) {
    if (tries > 1 && (await wasLeft(db, memberId, id))) return 'sent'
    const told = { memberId, kind, args, orderId: null, lotId: null, about: null, at, apart: id }
    await engine().submit(tellCommand, told, SYSTEM_CALLER)
    return 'sent'
  },
})

export const tellOf = <K extends MessageKind>(
  memberId: MemberId,
  kind: K,
  args: ArgsOf<K>,
  { orderId, lotId, about }: About,
  at: Ms,
): Tell => ({
  memberId,
  kind,
  args,
  orderId: orderId ?? null,
  lotId: lotId ?? null,
  about: about ?? null,
  at,
})
