import { call } from '#client/call.ts'
import { saveDraft } from '#modules/staff/operator-contract.ts'

/** The name of the draft of a note in a case. */
export const noteDraftName = (caseId: string): string => `case ${caseId}`

/** Keeps a note for its author until the case can be written to. */
export const noteDraft = async (caseId: string, words: string): Promise<void> =>
  void (await call(saveDraft, {
    params: { form: noteDraftName(caseId) },
    input: { value: JSON.stringify(words) },
  }))
