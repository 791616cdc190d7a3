import { checkSigned, type Checked } from '#client/signed.ts'
import { instructionsText, type Instructions } from '#modules/funding/model/instructions.ts'

/** Whether the firm signed exactly what is shown: reckoned on this device, from its public key. */
export const checkInstructions = (
  page: Instructions,
  signature: string,
  publicKey: string,
): Promise<Checked> => checkSigned(instructionsText(page), signature, publicKey)
