import { useState } from 'react'

/**
 * Attributes that flash an element for 300 ms in the direction in which `value` has changed. The first value
 * does not flash.
 */
export function useFlash(value: number | null | undefined): Record<string, string> {
  const [seen, setSeen] = useState({ value, flash: '', odd: false })
  if (value !== seen.value) {
    const known = typeof seen.value === 'number' && typeof value === 'number'
    const way = known ? (value > seen.value! ? 'up' : 'down') : ''
    setSeen({ value, odd: !seen.odd, flash: way === '' ? '' : `${way}-${seen.odd ? 'b' : 'a'}` })
  }
  return seen.flash === '' ? {} : { 'data-flash': seen.flash }
}
