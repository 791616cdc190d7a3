/** What browsers put into `keyCode` of a key that an input method has taken. */
const TAKEN_BY_INPUT_METHOD = 229

/** Whether a key belongs to an input method: Enter then chooses a word. Safari ends composing before that Enter comes, which only its `keyCode` tells. */
export const isComposing = ({ isComposing: composing, keyCode }: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean => composing || keyCode === TAKEN_BY_INPUT_METHOD
