/** The keys of the app's own pad, and steps along a grid. Pure. */

export type PadKey = '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9' | '00' | '000' | '.' | 'delete'

/**
 * The text after a key of the pad, with the language's sign for decimals. Refuses what could not become a
 * figure: a second point, more decimals, 13 digits.
 */
export function press(text: string, key: PadKey, decimals: number, point: string): string {
  if (key === 'delete') return text.slice(0, -1)
  if (key === '.') return decimals === 0 || text.includes(point) ? text : `${text || '0'}${point}`
  const [, fraction] = text.split(point)
  if (fraction !== undefined) return fraction.length + key.length > decimals ? text : text + key
  const next = text === '' || text === '0' ? key.replace(/^0+(?=.)/, '') : text + key
  return next.length > 13 ? text : next
}

/** The nearest value in a direction that `step` allows: 1,050 goes up to 1,100 and down to 1,000. */
export function stepped(
  value: number | null,
  direction: 1 | -1,
  step: number,
  min: number,
  max: number,
): number {
  if (value === null) return min
  const steps = value / step
  const next = (direction > 0 ? Math.floor(steps + 1e-9) + 1 : Math.ceil(steps - 1e-9) - 1) * step
  return Math.min(max, Math.max(min, Math.round(next * 10) / 10))
}

/** A figure was typed, and it lies between the two, which are allowed themselves. */
export const isWithin = (value: number | null, min: number, max: number): value is number =>
  value !== null && value >= min && value <= max
