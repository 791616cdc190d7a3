/** Canonical JSON, over which the journal is hashed: one text for one value, whoever writes it. */

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json | undefined }

/**
 * RFC 8785 with every number written as a decimal string, so that no reader rounds. Keys sorted by UTF-16 code units;
 * `undefined` members are left out.
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
  let text = ''
  for (const key of Object.keys(object).sort()) {
    const member = object[key]
    if (member === undefined) continue
    text += `${text === '' ? '' : ','}${JSON.stringify(key)}:${canonical(member)}`
  }
  return `{${text}}`
}
