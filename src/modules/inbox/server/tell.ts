import type { LotId, MemberId, OrderId } from '#kernel/id.ts'
import type { Ms } from '#kernel/time.ts'
import { defineCommand, done } from '#platform/engine/command.ts'
import type { ArgsOf, MessageKind } from '#registry/message-kinds.ts'
import type { Args } from '../model/groups.ts'
import { notify, type About } from './public.ts'

type Tell = {
  memberId: MemberId
  kind: MessageKind
  args: Args
  orderId: OrderId | null
  lotId: LotId | null
  about: string | null
  at: Ms
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
