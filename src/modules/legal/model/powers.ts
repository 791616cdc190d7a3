import { powers, terms } from '#modules/staff/model/power.ts'

/** The power to publish a document. */
export const POWERS = powers({ 'document.publish': terms })
