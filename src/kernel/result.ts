/** A rule's answer: a value, or a named refusal with the figures that its sentence needs. */
export type Refusal<Code extends string = string> = {
  ok: false
  rejection: Code
  /** Arguments of the sentence `<module>.rejection.<CODE>`: numbers and short words only. */
  detail: Readonly<Record<string, number | string>>
  /**
   * The module whose catalogue words it, where that is not the module of the route: a module gives on what
   * another refused.
   */
  module?: string
}
export type Result<T, Code extends string = string> = { ok: true; value: T } | Refusal<Code>

export const ok = <T>(value: T): { ok: true; value: T } => ({ ok: true, value })

export const no = <Code extends string>(
  rejection: Code,
  detail: Readonly<Record<string, number | string>> = {},
): Refusal<Code> => ({ ok: false, rejection, detail })
