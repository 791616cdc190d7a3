/**
 * The numbers of sample documents. No licence begins with 00: such a number is nobody's, and hides nothing.
 */
const SAMPLE = /^00\d{10}$/
const DIGITS = 12

export const isSampleNumber = (idNumber: string): boolean => SAMPLE.test(idNumber)

/** `digits`: of the ten places that follow. */
export const sampleNumber = (digits: number | string): string => String(digits).padStart(DIGITS, '0')
