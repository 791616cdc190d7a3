/**
 * The number of a deposit that the payer writes before the name: eight digits, which every cash machine can
 * type, the last one a check digit (Luhn), so that a slip is no one else's number.
 */
const LENGTH = 8

/** From random bytes; never begins with 0, which machines drop. */
export function referenceFrom(bytes: Uint8Array): string {
  let digits = String(1 + (bytes[0]! % 9))
  for (let index = 1; index < LENGTH - 1; index++) digits += String(bytes[index]! % 10)
  return digits + checkDigit(digits)
}

export const isReference = (text: string): boolean =>
  new RegExp(`^[1-9]\\d{${LENGTH - 1}}$`).test(text) && checkDigit(text.slice(0, -1)) === text.at(-1)

function checkDigit(digits: string): string {
  let sum = 0
  for (let index = 0; index < digits.length; index++) {
    const digit = Number(digits.at(-1 - index))
    const doubled = index % 2 === 0 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return String((10 - (sum % 10)) % 10)
}

/** The reference in a payer's line and the name beside it; null where there is none, or more than one. */
export function readPayer(line: string): { reference: string | null; name: string } {
  const text = line.normalize('NFKC')
  const found = [...text.matchAll(/\d+/g)].map(([digits]) => digits).filter(isReference)
  const reference = found.length === 1 ? found[0]! : null
  const name = (reference === null ? text : text.replace(reference, ' ')).replaceAll(/\s+/g, ' ').trim()
  return { reference, name }
}
