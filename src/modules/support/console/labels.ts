import type { useT } from '#client/texts.ts'
import { CANNED } from '../model/canned.ts'

/** What a standard answer is called: one that there always is by its topic, others by their own name. */
export function nameOfCanned(t: ReturnType<typeof useT>, canned: string): string {
  const known = CANNED.find((each) => each === canned)
  return known === undefined ? canned : t(`support.console.topic.${known}`)
}
