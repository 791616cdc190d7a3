import type { useT } from '#client/texts.ts'
import { CANNED } from '../model/canned.ts'

/** The name of a standard answer: a built-in one has that of its topic, others their own. */
export function nameOfCanned(t: ReturnType<typeof useT>, canned: string): string {
  const known = CANNED.find((each) => each === canned)
  return known === undefined ? canned : t(`support.console.topic.${known}`)
}
