/** A value from a moment on. */
export type Value = { readonly at: string; readonly value: number }

/** A value for each bar: that of its time, else the one before; null before the first. */
export function alignedTo(
  bars: readonly { readonly at: string }[],
  values: readonly Value[],
): (number | null)[] {
  let next = 0
  let value: number | null = null
  return bars.map(({ at }) => {
    while (next < values.length && values[next]!.at <= at) value = values[next++]!.value
    return value
  })
}

/** The way of a bar's values from those of the first, in basis points; null where either is unknown. */
export const changeSince = (
  first: number | null | undefined,
  now: number | null | undefined,
): number | null =>
  first === null || first === undefined || now === null || now === undefined
    ? null
    : Math.round((now / first - 1) * 10_000)
