import type { MemberId } from '#kernel/id.ts'
import type { Refusal } from '#kernel/result.ts'
import type { Ms } from '#kernel/time.ts'
import type { AboutCard } from '../contract.ts'

/** A subject of conversations: the module that owns it says what it is, to its own member alone. */
export type AboutSource = {
  /** `deposit`; an id is asked of each source in turn. */
  kind: string
  card: (memberId: MemberId, id: string, lang: string) => Promise<Omit<AboutCard, 'id' | 'kind'> | null>
}

/** `desk`: the demo desk's. `key`: of the operator's write: sent twice, said once. */
export type ReplyOptions = { desk?: boolean; key?: string | null }

export type SupportPublic = {
  /** Once, when the module is made. */
  about(source: AboutSource): void
  /**
   * The member's conversation, with a card of what it is about; the same one twice in a row is one. `kind`
   * and `id` as the source knows them.
   */
  open(memberId: MemberId, about: { kind: string; id: string }, lang: string): Promise<void>
  /**
   * An operator's answer. Refused: the power `chat.reply`, LINE_EMPTY, LINE_LONG, NO_CONVERSATION,
   * LINE_BLOCKED (recorded). It takes an open case over.
   */
  reply(
    operatorId: string,
    memberId: MemberId,
    text: string,
    options?: ReplyOptions,
  ): Promise<{ ok: true; id: string } | Refusal>
  /** A standard answer in the member's language. Refused besides: CANNED_UNKNOWN. */
  answer(
    operatorId: string,
    memberId: MemberId,
    canned: string,
    options?: ReplyOptions,
  ): Promise<{ ok: true; id: string } | Refusal>
  /**
   * Gives a conversation to an operator, or (null) back to all. Refused: the power `chat.assign` of who does
   * it, ASSIGNEE (who gets it does not answer), NO_CONVERSATION.
   */
  assign(byOperatorId: string, memberId: MemberId, toOperatorId: string | null): Promise<Refusal | null>
  /**
   * The conversation that waits longest and that nobody works on becomes the operator's: the member's id.
   * Refused: `chat.reply`, NOBODY_WAITS.
   */
  takeNext(operatorId: string): Promise<MemberId | Refusal>
  /** Members who wait for an answer, longest first, at most 500, and how many they are. */
  waiting(): Promise<{ count: number; cases: { memberId: MemberId; since: Ms; assignedTo: string | null }[] }>
  /**
   * Nothing is left to say: a line of its own tells the member so, and the next line of either side opens it
   * again. Refused: `chat.reply`, NO_CONVERSATION, CONVERSATION_CLOSED.
   */
  close(operatorId: string, memberId: MemberId, key: string | null): Promise<Refusal | null>
  /** The member sees, for some seconds, that somebody types. */
  typing(operatorId: string, memberId: MemberId): Refusal | null
  /** The operators have read up to this line. */
  read(operatorId: string, memberId: MemberId, upTo: string): Promise<Refusal | null>
}
