/** The subjects of messages: a member chooses by these which of them a device is told. */
export const MESSAGE_GROUPS = [
  'orders',
  'margin',
  'actions',
  'money',
  'products',
  'alerts',
  'notices',
  'account',
] as const
export type MessageGroup = (typeof MESSAGE_GROUPS)[number]

/** Security and identity: whoever allows notifications at all is told of these. */
export const ALWAYS_TOLD: MessageGroup = 'account'

/**
 * Figures and short words that fill a message's sentence. Prices in yen, money in whole yen. `code` also
 * brings the issue's `name`.
 */
export type Args = { readonly [name: string]: string | number }

/** `id`: part of the id of each message of the kind, from 0 on; `args`: those of its sentence. */
export type MessageDeclaration = {
  readonly id: number
  readonly group: MessageGroup
  readonly args: readonly string[]
}

/**
 * Declares what a module tells members, worded by `message.<kind>.title` and `.text` in its catalogues. Name
 * and id are stored: they stay for ever, and a new kind takes the next id that no module has.
 */
export const messageKinds = <const Kinds extends Readonly<Record<string, MessageDeclaration>>>(
  kinds: Kinds,
): Kinds => kinds
