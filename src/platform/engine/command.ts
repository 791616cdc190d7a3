import type { MemberId } from '#kernel/id.ts'
import { assert } from '#kernel/assert.ts'
import { named } from '#kernel/named.ts'
import type { DomainEvent } from './event.ts'
import type { Refusal } from '#kernel/result.ts'
import type { Ms } from '#kernel/time.ts'
import type { TableAccess, TableReader, Whichever } from './table.ts'

/**
 * The one who asks. `actor` is `m:<id>`, `system`, `venue`, …; `key` is the idempotency key, '' where there
 * is none.
 */
export type Caller = { actor: string; memberId: MemberId | null; device: string; key: string }

/** The server by itself: a job, a start, a moment that has come. */
export const SYSTEM_CALLER: Caller = { actor: 'system', memberId: null, device: '', key: '' }
/** The server on a member's word; `device` says which part of it (`ai`, `nav`). */
export const callerFor = (memberId: MemberId, device = '', key = ''): Caller & { memberId: MemberId } => ({
  actor: `m:${memberId}`,
  memberId,
  device,
  key,
})
/** The demo desk in the name of a member at whose phone there is nobody: the record says so. */
export const demoDeskFor = (memberId: MemberId): Caller & { memberId: MemberId } =>
  callerFor(memberId, 'demo')
/** A member by a session. */
export const memberCaller = (
  memberId: MemberId,
  sessionId: string,
  key: string,
): Caller & { memberId: MemberId } => callerFor(memberId, `s:${sessionId}`, key)
/** An operator by a session; without one, the server on their word. */
export const operatorCaller = (operatorId: string, sessionId = ''): Caller => ({
  ...SYSTEM_CALLER,
  actor: `o:${operatorId}`,
  device: sessionId,
})

/**
 * The caller, with what the journal says about this command: its number and its time, which never goes back.
 */
export type Call = Caller & { seq: number; at: Ms }
/** The call of a command that only members send. */
export type MemberCall = Call & { memberId: MemberId }

export type { DomainEvent } from './event.ts'

/** A definite answer: kept under (member, key) and given again to a repeat. */
export type Result<Answer> = { ok: true; answer: Answer } | Refusal
export type Answered<Answer> = { result: Result<Answer>; replay: boolean; seq: number }

/** The result of a run: its answer with what happened, or why not. */
export type Outcome<Answer> = { ok: true; answer: Answer; events: readonly DomainEvent[] } | Refusal

/**
 * Everything that is not the same twice: clocks, ids, random numbers, quotes. Modules add members by
 * declaration merging: `declare module '#platform/engine/command.ts' { interface NondeterministicInputs {
 * quotes: Quotes } }`; src/server puts them together.
 */
export interface NondeterministicInputs {
  /** A new UUIDv7. */
  id(): string
}

export type Command<
  Input = Whichever,
  Inputs = Whichever,
  Answer = Whichever,
  By extends Call = Whichever,
> = {
  /** `order.place`: the type in the journal. Never renamed, or old journals can no longer be run again. */
  type: string
  /** Only members send it: a caller without `memberId` is a bug (`assertCaller`). */
  membersOnly?: true
  /**
   * Collects what is not deterministic, right before the run. It is journalled, so that a run can be
   * repeated.
   */
  captureInputs: (world: NondeterministicInputs, input: Input, call: By, tables: TableReader) => Inputs
  /**
   * Synchronous and deterministic over tables, input and captured inputs. A refusal leaves no trace in the
   * tables, whatever was written before it; neither does an exception. A `Bug` stops the engine.
   */
  run: (tables: TableAccess, input: Input, inputs: Inputs, call: By) => Outcome<Answer>
}

/**
 * Input, captured inputs and answer are journalled: no personal text, no secrets, ids and salted hashes only.
 * All must be JSON.
 */
export const defineCommand = <Input, Inputs, Answer>(
  command: Command<Input, Inputs, Answer, Call>,
): Command<Input, Inputs, Answer, Call> => withNames(command)

/** A command that only members send: its call has their id. The engine refuses any other caller. */
export const defineMemberCommand = <Input, Inputs, Answer>(
  command: Command<Input, Inputs, Answer, MemberCall>,
): Command<Input, Inputs, Answer, MemberCall> => ({ ...withNames(command), membersOnly: true })

/** In stack traces a command says which one it is: `run order.place`. */
function withNames<C extends Pick<Command, 'type' | 'captureInputs' | 'run'>>(command: C): C {
  named(`capture ${command.type}`, command.captureInputs, 'captureInputs')
  named(`run ${command.type}`, command.run, 'run')
  return command
}

/**
 * Reason why a caller may have nothing done at all. It is asked in the turn in which the command runs, and
 * again where a journal is run again: who was shut out by an earlier record has no effect, however early
 * their request came in.
 */
export type Guard = (tables: TableReader, call: Call) => Refusal | null

/**
 * Rows that a module adds to every command that was done, in the same turn and by the same rules: they follow
 * from its events, so that neither is durable without the other. Answers events of its own.
 */
export type Reaction = (
  tables: TableAccess,
  events: readonly DomainEvent[],
  call: Call,
) => readonly DomainEvent[]

/** The outcome of a command with what modules add to it; a refusal stays as it is. */
export function reactedTo<Answer>(
  outcome: Outcome<Answer>,
  react: Reaction | undefined,
  tables: TableAccess,
  call: Call,
): Outcome<Answer> {
  if (react === undefined || !outcome.ok || outcome.events.length === 0) return outcome
  const more = react(tables, outcome.events, call)
  return more.length === 0 ? outcome : { ...outcome, events: [...outcome.events, ...more] }
}

/** Throws a `Bug` where a command of members only comes from anybody else. */
export const assertCaller = ({ type, membersOnly }: Command, { memberId }: Caller): void =>
  assert(!membersOnly || memberId !== null, `${type} is a member's command and has none`)

export const done = <Answer>(answer: Answer, events: readonly DomainEvent[] = []): Outcome<Answer> => ({
  ok: true,
  answer,
  events,
})
