/** An element of the Orchestra file with its attributes and elements, without its texts. */
interface Element {
  name: string
  attributes: Readonly<Record<string, string>>
  children: Element[]
}

/** Elements of an Orchestra file: well-formed XML whose texts say nothing that is needed here. */
function parse(xml: string): Element {
  const root: Element = { name: '', attributes: {}, children: [] }
  const open = [root]
  for (const [, closes, name, inside] of xml.matchAll(/<(\/?)fixr:(\w+)((?:[^>"]|"[^"]*")*)>/g)) {
    if (closes === '/') {
      open.pop()
      continue
    }
    const attributes: Record<string, string> = {}
    for (const [, key, value] of inside!.matchAll(/([\w:]+)="([^"]*)"/g)) attributes[key!] = value!
    const element: Element = { name: name!, attributes, children: [] }
    open.at(-1)!.children.push(element)
    if (!inside!.endsWith('/')) open.push(element)
  }
  return root.children[0]!
}

interface Layout {
  fields: number[]
  required: number[]
  /** Count field → fields of an entry in their order; the first opens each entry. */
  groups: Map<number, number[]>
}

/** Reader of the parts of one Orchestra file. */
class Orchestra {
  readonly #byName = new Map<string, Element[]>()
  readonly fields: ReadonlyMap<number, Element>

  constructor(root: Element) {
    for (const section of root.children) this.#byName.set(section.name, section.children)
    this.fields = new Map(this.list('fields').map((field) => [Number(field.attributes.id), field]))
  }

  list(section: string): readonly Element[] {
    return this.#byName.get(section) ?? []
  }

  #byId(section: string, id: string): Element {
    const found = this.list(section).find(({ attributes }) => attributes.id === id)
    if (found === undefined) throw new Error(`${section}: no ${id}`)
    return found
  }

  /** Fields of a structure with those of its components; header and trailer are left to themselves. */
  layout(structure: Element, into: Layout = { fields: [], required: [], groups: new Map() }): Layout {
    for (const { name, attributes, children } of structure.children) {
      const id = attributes.id!
      const isRequired = attributes.presence === 'required'
      if (name === 'fieldRef') this.#add(into, Number(id), isRequired)
      else if (name === 'structure') this.layout({ name, attributes, children }, into)
      else if (name === 'groupRef') this.#addGroup(into, id, isRequired)
      else if (name === 'componentRef' && id !== '1024' && id !== '1025')
        this.#addComponent(into, id, isRequired)
    }
    return into
  }

  #add(into: Layout, tag: number, isRequired: boolean): void {
    into.fields.push(tag)
    if (isRequired) into.required.push(tag)
  }

  /** Fields of a component; a component that may be absent asks for none of its fields. */
  #addComponent(into: Layout, id: string, isRequired: boolean): void {
    const inner = this.layout(this.#byId('components', id))
    into.fields.push(...inner.fields)
    if (isRequired) into.required.push(...inner.required)
    for (const [count, fields] of inner.groups) into.groups.set(count, fields)
  }

  #addGroup(into: Layout, id: string, isRequired: boolean): void {
    const group = this.#byId('groups', id)
    const count = Number(group.children.find(({ name }) => name === 'numInGroup')!.attributes.id)
    this.#add(into, count, isRequired)
    const inner = this.layout(group)
    into.groups.set(count, inner.fields)
    for (const [nested, fields] of inner.groups) into.groups.set(nested, fields)
  }

  /** Type of a field without its set of codes, and the codes. */
  typeOf(tag: number): { type: string; codes: string[] } {
    const named = this.fields.get(tag)!.attributes.type!
    const set = this.list('codeSets').find(({ attributes }) => attributes.name === named)
    if (set === undefined) return { type: named, codes: [] }
    const codes = set.children
      .filter(({ name }) => name === 'code')
      .map(({ attributes }) => attributes.value!)
    return { type: set.attributes.type!, codes }
  }
}

const numbers = (list: readonly number[]) => `[${list.join(', ')}]`

/** Source of the dictionary: fields with types and codes, messages with what they may and must carry. */
export function dictionaryOf(xml: string, spelled: readonly string[]): string {
  const orchestra = new Orchestra(parse(xml))
  const messages = orchestra.list('messages')
  const component = (name: string) =>
    orchestra.layout(orchestra.list('components').find(({ attributes }) => attributes.name === name)!)
  const layouts = new Map(
    spelled.map((type) => {
      const message = messages.find(({ attributes }) => attributes.msgType === type)
      if (message === undefined) throw new Error(`no message ${type}`)
      return [type, orchestra.layout(message)] as const
    }),
  )
  const header = component('StandardHeader')
  const trailer = component('StandardTrailer')
  const tags = [header, trailer, ...layouts.values()].flatMap(({ fields, groups }) => [
    ...fields,
    ...[...groups.values()].flat(),
  ])
  const used = [...new Set(tags)].toSorted((a, b) => a - b)
  const fieldLine = (tag: number) => {
    const { name, lengthId } = orchestra.fields.get(tag)!.attributes
    const { type, codes } = orchestra.typeOf(tag)
    const rest = [
      ...(codes.length === 0 ? [] : [`codes: '${codes.join(' ')}'`]),
      ...(lengthId === undefined ? [] : [`lengthTag: ${lengthId}`]),
    ]
    return `  ${tag}: { name: '${name}', type: '${type}'${rest.map((part) => `, ${part}`).join('')} },`
  }
  const layoutText = ({ fields, required, groups }: Layout) =>
    `{ fields: ${numbers(fields)}, required: ${numbers(required)}, groups: {${[...groups]
      .map(([count, inner]) => ` ${count}: ${numbers(inner)}`)
      .join(',')} } }`
  const messageLine = ([type, layout]: readonly [string, Layout]) => `  '${type}': ${layoutText(layout)},`
  const known = messages.map(({ attributes }) => attributes.msgType!).toSorted()
  return `/**
 * FIX 4.4 as the FIX Trading Community publishes it (Orchestra, Apache 2.0), written by
 * \`scripts/fix-dictionary.ts\`: not to be changed by hand.
 * Source: https://github.com/FIXTradingCommunity/orchestrations
 */
import type { FixField, FixLayout } from './dictionary.ts'

export const FIELDS: Readonly<Record<number, FixField>> = {
${used.map(fieldLine).join('\n')}
}

/** Every tag of the standard, those of messages that are not spelled out included. */
export const KNOWN_TAGS = '${[...orchestra.fields.keys()].toSorted((a, b) => a - b).join(' ')}'

export const HEADER: FixLayout = ${layoutText(header)}

export const TRAILER: FixLayout = ${layoutText(trailer)}

export const MESSAGES: Readonly<Record<string, FixLayout>> = {
${[...layouts].map(messageLine).join('\n')}
}

/** Types of all messages of the standard. */
export const KNOWN_TYPES = '${known.join(' ')}'
`
}
