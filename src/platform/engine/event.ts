import type { Json } from '#kernel/hash.ts'
import { named } from '#kernel/named.ts'

declare const declared: unique symbol

/** An event of a command; made by a declaration, told in order once the batch is durable. */
export type DomainEvent = {
  readonly type: string
  readonly [declared]: true
  readonly [member: string]: Json | undefined
}

/** Makes its event from the arguments of its shape; `listen` takes it to know what a listener gets. */
export type EventDeclaration<Args extends readonly unknown[], Data> = {
  (...args: Args): DomainEvent
  readonly type: string
  /** The shape of its data, for types alone. */
  readonly [declared]?: Data
}

/** Made by `listen` alone, so that a check finds who hears what. */
export type Listener = { on: string; handle: (event: DomainEvent) => void; readonly [declared]: true }

/** Declares `order.accepted` and the like: `shape` says from what it is made and what its listeners get. */
export function event<
  Args extends readonly unknown[],
  Data extends { readonly [member: string]: Json | undefined },
>(type: string, shape: (...args: Args) => Data): EventDeclaration<Args, Data> {
  const make = (...args: Args): DomainEvent =>
    ({ type, ...shape(...args) }) as { type: string } & Data & { [declared]: true }
  return Object.assign(make, { type })
}

/** A listener of a declared event; in stack traces `handle order.accepted`. */
export const listen = <Args extends readonly unknown[], Data>(
  { type }: EventDeclaration<Args, Data>,
  handle: (data: Data) => void,
): Listener => {
  named(`handle ${type}`, handle)
  return { on: type, handle: (event: DomainEvent) => handle(event as Data) } as Listener
}

/** The data of an event, where it is one of this declaration; null: it is another. */
export const dataOf = <Args extends readonly unknown[], Data>(
  { type }: EventDeclaration<Args, Data>,
  event: DomainEvent,
): Data | null => (event.type === type ? (event as Data) : null)
