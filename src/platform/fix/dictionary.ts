/** A field of the standard: its type, the values it may have, and (of `data`) the field of its length. */
export interface FixField {
  name: string
  type: string
  /** Values that it may have, parted by spaces; none: any of its type. */
  codes?: string
  lengthTag?: number
}

/** The fields that a message (or header, or trailer) may carry, and those that it must carry. */
export interface FixLayout {
  fields: readonly number[]
  required: readonly number[]
  /** Count field → fields of one entry in their order; the first opens each entry. */
  groups: Readonly<Record<number, readonly number[]>>
}
