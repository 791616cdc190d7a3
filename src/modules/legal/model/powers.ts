import { powers, terms } from '#modules/staff/model/power.ts'

/** What publishes a document. */
export const POWERS = powers({ 'document.publish': terms })
