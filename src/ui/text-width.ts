/** About how wide a bold text is, in em: a full-width character is 1, others by their kind. Pure. */
export function widthEm(text: string): number {
  let sum = 0
  for (const character of text) {
    sum += /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60]/.test(character)
      ? 1
      : /[A-Z0-9MWmw%&@]/.test(character)
        ? 0.7
        : /[ .,'iljt]/.test(character)
          ? 0.32
          : 0.57
  }
  return sum
}

/**
 * True if a word of a text is too wide for so many em. Words of languages that break between any two
 * characters never are.
 */
export const breaksWord = (text: string, spaceEm: number): boolean =>
  text.split(/\s/).some((word) => /[\p{Script=Latin}]{2}/u.test(word) && widthEm(word) > spaceEm)
