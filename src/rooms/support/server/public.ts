import type { Refusal } from '#kernel/result.ts'
import type { AboutCard } from '../contract.ts'
import type { Canned } from '../model/canned.ts'

/** What a conversation may be about: the room that owns it says what it is, to its own member alone. */
export type AboutSource = {
  /** `deposit`; an id is asked of each source in turn. */
  kind: string
  card: (memberId: string, id: string, lang: string) => Promise<Omit<AboutCard, 'id' | 'kind'> | null>
}

export type SupportPublic = {
  /** Once, when the room is made. */
  about(source: AboutSource): void
  /** The member's conversation, with a card of what it is about; the same one twice in a row is one. `kind` and `id` as the source knows them. */
  open(memberId: string, about: { kind: string; id: string }, lang: string): Promise<void>
  /** An operator's answer. Refused: the power `chat.reply`, LINE_EMPTY, LINE_LONG, NO_CONVERSATION, LINE_BLOCKED (recorded). It takes an open case over. */
  reply(operatorId: string, memberId: string, text: string, options?: { desk?: boolean }): Promise<{ ok: true; id: string } | Refusal>
  /** A standard answer in the member's language. */
  answer(operatorId: string, memberId: string, canned: Canned, options?: { desk?: boolean }): Promise<{ ok: true; id: string } | Refusal>
  /** Gives a conversation to an operator. Refused: the power `chat.assign` of who does it, `chat.reply` of who gets it, NO_CONVERSATION. */
  assign(byOperatorId: string, memberId: string, toOperatorId: string): Promise<Refusal | null>
  /** The member sees, for some seconds, that somebody types. */
  typing(operatorId: string, memberId: string): Refusal | null
  /** The operators have read up to this line. */
  read(operatorId: string, memberId: string, upTo: string): Promise<Refusal | null>
}
