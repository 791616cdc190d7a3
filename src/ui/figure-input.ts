/** Figures that are typed: digits of any width, one decimal point, grouping ignored. Pure. */

/** The number that a text means, or null. Full-width digits count: a Japanese keyboard types them. */
export function parseFigure(text: string): number | null {
  const plain = text.normalize('NFKC').replace(/[,\s_']/g, '')
  return /^\d{1,13}(\.\d?)?$/.test(plain) ? Number(plain) : null
}

export type PadKey = '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9' | '00' | '000' | '.' | 'delete'

/** The text after a key of the pad. Refuses what could not become a figure: a second point, more decimals, 13 digits. */
export function press(text: string, key: PadKey, decimals: number): string {
  if (key === 'delete') return text.slice(0, -1)
  if (key === '.') return decimals === 0 || text.includes('.') ? text : `${text || '0'}.`
  const [, fraction] = text.split('.')
  if (fraction !== undefined) return fraction.length + key.length > decimals ? text : text + key
  const next = text === '' || text === '0' ? key.replace(/^0+(?=.)/, '') : text + key
  return next.length > 13 ? text : next
}

/** The nearest value in a direction that `step` allows: 1,050 goes up to 1,100 and down to 1,000. */
export function stepped(value: number | null, direction: 1 | -1, step: number, min: number, max: number): number {
  if (value === null) return min
  const steps = value / step
  const next = (direction > 0 ? Math.floor(steps + 1e-9) + 1 : Math.ceil(steps - 1e-9) - 1) * step
  return Math.min(max, Math.max(min, Math.round(next * 10) / 10))
}
