import { parse, TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser'
import type { Message, Piece } from './message.ts'

/** Kinds of argument: a `value` takes a number or a word, the others what their name says. */
export type ArgKind = 'value' | 'number' | 'date' | 'word'
export type ArgKinds = Record<string, ArgKind>

/**
 * An ICU MessageFormat source as data for `format`. Throws where the source is malformed or uses what we
 * leave out (tags, plural offsets).
 */
export function compile(source: string): Message {
  return messageOf(parse(source, { captureLocation: false, ignoreTag: true, shouldParseSkeletons: true }))
}

function messageOf(elements: MessageFormatElement[], plural = ''): Message {
  const pieces = elements.map((element) => pieceOf(element, plural))
  const [only = ''] = pieces
  return pieces.length <= 1 && typeof only === 'string' ? only : pieces
}

function pieceOf(element: MessageFormatElement, plural: string): Piece {
  switch (element.type) {
    case TYPE.literal:
      return element.value
    case TYPE.argument:
      return ['value', element.value]
    case TYPE.number:
      return ['number', element.value, numberOptions(element.style)]
    case TYPE.date:
      return ['date', element.value, dateOptions(element.style, 'dateStyle')]
    case TYPE.time:
      return ['date', element.value, dateOptions(element.style, 'timeStyle')]
    case TYPE.plural:
      if (element.offset !== 0) throw new Error(`{${element.value}}: plural offsets are not supported`)
      return [
        'plural',
        element.value,
        choicesOf(element.options, element.value),
        element.pluralType ?? 'cardinal',
      ]
    case TYPE.select:
      return ['select', element.value, choicesOf(element.options)]
    case TYPE.pound:
      return ['number', plural, {}]
    case TYPE.tag:
      throw new Error(`<${element.value}>: tags are not supported`)
  }
}

const choicesOf = (options: Record<string, { value: MessageFormatElement[] }>, plural?: string) =>
  Object.fromEntries(Object.entries(options).map(([choice, { value }]) => [choice, messageOf(value, plural)]))

type NumberStyle = Extract<MessageFormatElement, { type: TYPE.number }>['style']
type DateStyle = Extract<MessageFormatElement, { type: TYPE.date }>['style']

/** The named styles of ICU, or a skeleton such as `::.00 sign-always`. */
function numberOptions(style: NumberStyle): Intl.NumberFormatOptions {
  if (!style) return {}
  if (style === 'integer') return { maximumFractionDigits: 0 }
  if (style === 'percent') return { style: 'percent' }
  if (typeof style === 'string') throw new Error(`unknown number style ${style}`)
  if (style.parsedOptions.scale !== undefined) throw new Error('number scales are not supported')
  return style.parsedOptions
}

/** `short`, `medium`, `long`, `full`, or a skeleton such as `::MMMd`. */
function dateOptions(style: DateStyle, named: 'dateStyle' | 'timeStyle'): Intl.DateTimeFormatOptions {
  if (!style) return { [named]: 'medium' }
  if (typeof style !== 'string') return style.parsedOptions
  if (!['short', 'medium', 'long', 'full'].includes(style)) throw new Error(`unknown ${named} ${style}`)
  return { [named]: style }
}

/**
 * The arguments of a compiled message. An argument used twice has the narrower kind; two that exclude each
 * other throw.
 */
export function argKinds(message: Message, found: ArgKinds = {}): ArgKinds {
  if (typeof message === 'string') return found
  for (const piece of message) {
    if (typeof piece === 'string') continue
    found[piece[1]] = narrower(piece[1], found[piece[1]], kindOf(piece))
    if (piece[0] === 'plural' || piece[0] === 'select') {
      for (const choice of Object.values(piece[2])) argKinds(choice, found)
    }
  }
  return found
}

function kindOf([kind]: Exclude<Piece, string>): ArgKind {
  if (kind === 'plural') return 'number'
  return kind === 'select' ? 'word' : kind
}

/**
 * A language may write `{n}` where another needs a plural: then a number is asked of both. A date is a date
 * in all.
 */
export function narrower(name: string, one: ArgKind | undefined, other: ArgKind): ArgKind {
  if (one === undefined || one === other) return other
  const [wide, narrow] = one === 'value' ? [one, other] : [other, one]
  if (wide !== 'value' || narrow === 'date') throw new Error(`{${name}} is a ${one} and a ${other}`)
  return narrow
}
