/** The value that browsers put into `keyCode` of a key that an input method has taken. */
const TAKEN_BY_INPUT_METHOD = 229

/** Of a key's event, what tells. */
type KeyPress = { readonly isComposing: boolean; readonly keyCode: number }

/**
 * True if a key belongs to an input method: Enter then chooses a word. Safari ends composing before that
 * Enter comes, which only its `keyCode` tells.
 */
export const isComposing = ({ isComposing: composing, keyCode }: KeyPress): boolean =>
  composing || keyCode === TAKEN_BY_INPUT_METHOD
