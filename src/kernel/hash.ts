/** Canonical JSON, over which the journal is hashed: one text for one value, whoever writes it. */

export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [key: string]: Json | undefined }

/**
 * RFC 8785 with every number written as a decimal string, so that no reader rounds. Keys sorted by UTF-16
 * code units; `undefined` members are left out.
 */
export function canonical(value: Json): string {
  if (value === null) return 'null'
  switch (typeof value) {
    case 'number':
      return `"${String(value)}"`
    case 'string':
      return JSON.stringify(value)
    case 'boolean':
      return value ? 'true' : 'false'
  }
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  const object = value as { readonly [key: string]: Json | undefined }
  const names = Object.keys(object)
  // Most objects are built in order: looking is cheaper than sorting.
  for (let index = 1; index < names.length; index++) {
    if (names[index - 1]! > names[index]!) {
      names.sort()
      break
    }
  }
  let text = ''
  for (const name of names) {
    const member = object[name]
    if (member !== undefined) text += `${text === '' ? '' : ','}${JSON.stringify(name)}:${canonical(member)}`
  }
  return `{${text}}`
}
